package conquian.example;

import io.grpc.StatusRuntimeException;
import java.util.function.Supplier;

/**
 * Makes a call until there is an answer: the service may be away for a moment, or the line break.
 *
 * <p>What was done by a call whose answer was lost is not done twice, because the request keeps its
 * request_id. A retry policy of gRPC's own is not enough: it gives up once an answer has begun.
 * docs/api.md lists what else may be repeated, and when.
 */
final class Retry {
  private static final int ATTEMPTS = 6;
  private static final long FIRST_PAUSE_MILLIS = 100;

  private Retry() {}

  static <A> A settled(Supplier<A> call) {
    long pause = FIRST_PAUSE_MILLIS;
    for (int attempt = 1; ; attempt++) {
      try {
        return call.get();
      } catch (StatusRuntimeException failed) {
        if (!isBrokenLine(failed) || attempt == ATTEMPTS) {
          throw failed;
        }
      }
      try {
        Thread.sleep(pause);
      } catch (InterruptedException told) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("told to stop between two attempts", told);
      }
      pause *= 2;
    }
  }

  /** Whether the call came to no answer, as when a line breaks or the service goes away. */
  static boolean isBrokenLine(StatusRuntimeException failed) {
    return switch (failed.getStatus().getCode()) {
      case UNAVAILABLE -> true;
      // The service never answers so, but over Netty a line that closes at the wrong moment does.
      case UNKNOWN -> true;
      default -> false;
    };
  }
}
