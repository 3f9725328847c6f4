package conquian.example;

import conquian.v1.GameServiceGrpc.GameServiceBlockingStub;
import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Makes a call until there is an answer: the service may be away for a moment, or the line break.
 *
 * <p>What was done by a call whose answer was lost is not done twice, because the request keeps its
 * request_id. A retry policy of gRPC's own is not enough: it gives up once an answer has begun.
 * docs/api.md lists what else may be repeated, and when.
 */
final class Retry {
  private static final int ATTEMPTS = 6;
  static final long FIRST_PAUSE_MILLIS = 100;

  /** How long a caller waits for an answer, all attempts together. */
  private static final long WITHIN_SECONDS = 20;

  private Retry() {}

  /** The answer of a call on a stub, which is given as, say, {@code stub -> stub.playMove(move)}. */
  static <A> A settled(GameServiceBlockingStub games, Function<GameServiceBlockingStub, A> call) {
    // A deadline is a point in time, so each call needs its own: a stub that is kept with one is of
    // no use once it has passed.
    GameServiceBlockingStub limited = games.withDeadlineAfter(WITHIN_SECONDS, TimeUnit.SECONDS);
    long pause = FIRST_PAUSE_MILLIS;
    for (int attempt = 1; ; attempt++) {
      try {
        return call.apply(limited);
      } catch (StatusRuntimeException failed) {
        if (!isBrokenLine(failed) || attempt == ATTEMPTS) {
          throw failed;
        }
      }
      pause(pause);
      pause *= 2;
    }
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException told) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("told to stop between two attempts", told);
    }
  }

  /** Whether the call came to no answer, as when a line breaks or the service goes away. */
  static boolean isBrokenLine(StatusRuntimeException failed) {
    return switch (failed.getStatus().getCode()) {
      case UNAVAILABLE -> true;
      // A server that stops cancels the calls that it has not begun.
      case CANCELLED -> !Context.current().isCancelled();
      // The service never answers so, but over Netty a line that closes at the wrong moment does.
      case UNKNOWN -> true;
      default -> false;
    };
  }
}
