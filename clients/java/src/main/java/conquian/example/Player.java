package conquian.example;

import static conquian.example.Retry.settled;

import conquian.v1.Cards.Move;
import conquian.v1.GameServiceGrpc.GameServiceBlockingStub;
import conquian.v1.GameServiceOuterClass.PlayMoveRequest;
import conquian.v1.GameServiceOuterClass.PlayMoveResponse;
import conquian.v1.GameServiceOuterClass.WatchGameRequest;
import conquian.v1.GameServiceOuterClass.WatchGameResponse;
import conquian.v1.View.GameStatus;
import conquian.v1.View.GameView;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;

/** Acts for one seat: follows the game, over as many streams as it takes, and moves in its turn. */
final class Player implements Callable<Void> {
  /** What to do after the seat's first move. */
  interface Afterwards {
    void accept(GameServiceBlockingStub seat, PlayMoveRequest made, PlayMoveResponse answer);
  }

  /** The second join starts the game. */
  private static final int START_REVISION = 3;

  /** Of both seats together. */
  private static final int MOST_MOVES = 20;

  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final GameServiceBlockingStub seat;
  private final String game;
  private final Afterwards afterFirstMove;
  private final List<Integer> watched = new ArrayList<>();
  private List<String> hand = List.of();
  private int moves;

  Player(GameServiceBlockingStub games, String game, String token, Afterwards afterFirstMove) {
    // The token says for which seat a call acts, and whose hand may be seen.
    Metadata headers = new Metadata();
    headers.put(AUTHORIZATION, "Bearer " + token);
    this.seat = games.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    this.game = game;
    this.afterFirstMove = afterFirstMove;
  }

  @Override
  public Void call() {
    long pause = Retry.FIRST_PAUSE_MILLIS;
    while (true) {
      int seen = watched.size();
      if (watch()) {
        return null;
      }
      // This server went away, or the line broke: the next stream goes on. Streams may end at once
      // for a while, as behind a proxy whose servers are all away.
      if (watched.size() > seen) {
        pause = Retry.FIRST_PAUSE_MILLIS;
      }
      Retry.pause(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    }
  }

  /** Follows the game from the last update that came; whether enough is played when it returns. */
  private boolean watch() {
    // Who stops reading an iterator does not end its stream: that would stay open, here and at the
    // service, as long as the channel. Cancelling the context that it was begun in ends it.
    Context.CancellableContext watching = Context.current().withCancellation();
    Context before = watching.attach();
    try {
      return follow();
    } finally {
      watching.detach(before);
      watching.cancel(null);
    }
  }

  private boolean follow() {
    WatchGameRequest request =
        WatchGameRequest.newBuilder()
            .setGameId(game)
            .setAfterRevision(watched.isEmpty() ? 0 : watched.get(watched.size() - 1))
            .setIncludeLegalMoves(true)
            .build();
    // Without a deadline: a watch lasts as long as the game.
    Iterator<WatchGameResponse> items = seat.watchGame(request);
    while (hasNext(items)) {
      WatchGameResponse item = items.next();
      switch (item.getKindCase()) {
        case UPDATE -> {
          watched.add(item.getUpdate().getRevision());
          if (item.getUpdate().hasView() && react(item.getUpdate().getView())) {
            return true;
          }
        }
        case RESYNC ->
            // A program that shows the game calls GetGame and goes on from there; this one counts
            // updates.
            throw new IllegalStateException(
                "updates are missing: revision %d is the newest"
                    .formatted(item.getResync().getRevision()));
        default -> {
          // A heartbeat shows that the stream is alive; after `closing` it ends.
        }
      }
    }
    return false;
  }

  private static boolean hasNext(Iterator<WatchGameResponse> items) {
    try {
      return items.hasNext();
    } catch (StatusRuntimeException broken) {
      if (Retry.isBrokenLine(broken)) {
        return false;
      }
      throw broken;
    }
  }

  /** Moves if it is this seat's turn; whether enough is played. */
  private boolean react(GameView view) {
    hand = List.copyOf(view.getYou().getHandList());
    // Of a game that is over no update will come: another stream would end at once.
    if (view.getStatus() == GameStatus.GAME_STATUS_FINISHED
        || view.getStatus() == GameStatus.GAME_STATUS_CANCELLED
        || view.getDeal().getNumber() > 1
        || view.getRevision() >= START_REVISION + MOST_MOVES) {
      return true;
    }
    if (!view.getYou().getToAct()) {
      return false;
    }
    // Any legal move would do; not always the first, so that cards are taken and passed.
    List<Move> legal = view.getYou().getLegalMovesList();
    PlayMoveRequest move =
        PlayMoveRequest.newBuilder()
            .setGameId(game)
            .setRevision(view.getYou().getDecisionRevision())
            .setMove(legal.get(view.getRevision() % legal.size()))
            .setRequestId(Example.randomId())
            .build();
    PlayMoveResponse answer = settled(seat, stub -> stub.playMove(move));
    moves++;
    if (moves == 1) {
      afterFirstMove.accept(seat, move, answer);
    }
    return false;
  }

  /** What the seat has seen and done, as JSON; cards and numbers need no escapes. */
  String report() {
    List<String> quoted = hand.stream().map("\"%s\""::formatted).toList();
    return "{\"watched\":%s,\"moves\":%d,\"hand\":%s}".formatted(watched, moves, quoted);
  }
}
