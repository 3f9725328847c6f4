package conquian.example;

import static conquian.example.Retry.settled;

import conquian.v1.GameServiceGrpc;
import conquian.v1.GameServiceGrpc.GameServiceBlockingStub;
import conquian.v1.GameServiceOuterClass.CreateGameRequest;
import conquian.v1.GameServiceOuterClass.JoinGameRequest;
import conquian.v1.GameServiceOuterClass.PlayMoveRequest;
import conquian.v1.GameServiceOuterClass.PlayMoveResponse;
import conquian.v1.View.SeatKind;
import io.grpc.Channel;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Plays a few moves of a game over gRPC: what a program in Java needs to know.
 *
 * <p>Two seats play until the first deal is over or 20 moves are made. Each follows the game by a
 * watch of its own and, when it is to act, sends back one of the moves that the service lists as
 * legal. On the way one of them repeats a move as after a lost answer, and makes one that is too
 * late. At the end the program prints a line of JSON about all that; tests/e2e/languages compares
 * it with what the service says.
 */
public final class Example {
  private static final long WITHIN_SECONDS = 60;

  private final GameServiceBlockingStub games;
  private boolean repeatedEqual;
  private Refusal refusal;

  private Example(GameServiceBlockingStub games) {
    this.games = games;
  }

  /** Takes one argument, host:port of the service. */
  public static void main(String[] arguments) throws Exception {
    String target = arguments.length > 0 ? arguments[0] : "localhost:50051";
    ManagedChannel channel = dial(target);
    try {
      System.out.println(new Example(stub(channel)).play());
    } finally {
      // Ends the watches too.
      channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
    }
  }

  /** The line to a service; it connects at the first call. */
  static ManagedChannel dial(String target) {
    // Beyond this machine: TlsChannelCredentials.
    return Grpc.newChannelBuilder(target, InsecureChannelCredentials.create())
        // A line that is dead without a word, as after a laptop's sleep, is found by pings; TCP
        // takes a quarter of an hour. More often than each 30 seconds some proxies do not like it.
        .keepAliveTime(30, TimeUnit.SECONDS)
        .keepAliveTimeout(10, TimeUnit.SECONDS)
        .build();
  }

  /** The calls; those that wait for one answer have a deadline of their own, see Retry. */
  static GameServiceBlockingStub stub(Channel channel) {
    return GameServiceGrpc.newBlockingStub(channel).withWaitForReady();
  }

  /** Plays at a new table, all seats at once; the report. */
  private String play() throws Exception {
    CreateGameRequest creation =
        CreateGameRequest.newBuilder()
            .setRuleset("classic")
            .setFirstDealer(0)
            .setRequestId(randomId())
            .build();
    String game = settled(games, stub -> stub.createGame(creation)).getGame().getGameId();

    List<Player> players = new ArrayList<>();
    for (String name : List.of("Ana", "Ben")) {
      JoinGameRequest joining =
          JoinGameRequest.newBuilder()
              .setGameId(game)
              .setName(name)
              .setKind(SeatKind.SEAT_KIND_BOT)
              .setRequestId(randomId())
              .build();
      String token = settled(games, stub -> stub.joinGame(joining)).getSeatToken();
      Player.Afterwards tryAgain = players.isEmpty() ? this::tryAgain : (stub, made, answer) -> {};
      players.add(new Player(games, game, token, tryAgain));
    }

    ExecutorService threads = Executors.newFixedThreadPool(players.size());
    try {
      List<Callable<Void>> playing = new ArrayList<>();
      players.forEach(player -> playing.add(player));
      for (var ended : threads.invokeAll(playing, WITHIN_SECONDS, TimeUnit.SECONDS)) {
        // Of who was still playing: a CancellationException.
        ended.get();
      }
    } finally {
      threads.shutdownNow();
    }
    return report(game, players);
  }

  /** Sends a move that was made twice more: as it was, and as another call that is too late. */
  private void tryAgain(
      GameServiceBlockingStub seat, PlayMoveRequest made, PlayMoveResponse first) {
    repeatedEqual = settled(seat, stub -> stub.playMove(made)).equals(first);
    PlayMoveRequest late = made.toBuilder().setRequestId(randomId()).build();
    try {
      settled(seat, stub -> stub.playMove(late));
    } catch (StatusRuntimeException refused) {
      refusal = Refusal.of(refused).orElseThrow(() -> refused);
      return;
    }
    throw new IllegalStateException("a move that came too late was made");
  }

  private String report(String game, List<Player> players) {
    List<String> seats = players.stream().map(Player::report).toList();
    return """
        {"gameId":"%s","seats":%s,"repeatedEqual":%s,\
        "code":"%s","reason":"%s","sentence":"%s","currentRevision":%d}"""
        .formatted(
            game,
            seats,
            repeatedEqual,
            refusal.code(),
            refusal.reason(),
            refusal.sentence().replace("\\", "\\\\").replace("\"", "\\\""),
            refusal.revision());
  }

  /** A UUID of version 4, as calls without a token need it. */
  static String randomId() {
    return UUID.randomUUID().toString();
  }
}
