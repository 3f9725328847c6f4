package conquian.example;

import conquian.v1.GameServiceGrpc.GameServiceBlockingStub;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lets a player follow a game, and play in its turn, at a table that somebody else has set up:
 * tests/e2e/languages, which give the address of the service, the game's id and the seat's token.
 * Prints what it has seen, and on a second line which calls had a deadline and whether all of them,
 * watches too, were ended when it had enough.
 */
public final class Follow implements ClientInterceptor {
  private static final long ENDED_WITHIN_SECONDS = 10;

  private final Map<String, Boolean> limited = new ConcurrentSkipListMap<>();

  /** The calls that are open, and one party for who waits for their end. */
  private final Phaser open = new Phaser(1);

  public static void main(String[] arguments) throws Exception {
    ManagedChannel channel = Example.dial(arguments[0]);
    Follow follow = new Follow();
    GameServiceBlockingStub games = Example.stub(ClientInterceptors.intercept(channel, follow));
    try {
      Player player = new Player(games, arguments[1], arguments[2], (stub, made, answer) -> {});
      player.call();
      System.out.println(player.report());
      System.out.println(follow.report());
    } finally {
      channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
    }
  }

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    limited.merge(method.getBareMethodName(), options.getDeadline() != null, Boolean::logicalAnd);
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<A> listener, Metadata headers) {
        open.register();
        super.start(
            new SimpleForwardingClientCallListener<>(listener) {
              @Override
              public void onClose(Status status, Metadata trailers) {
                super.onClose(status, trailers);
                open.arriveAndDeregister();
              }
            },
            headers);
      }
    };
  }

  private String report() throws InterruptedException {
    boolean allEnded = true;
    try {
      open.awaitAdvanceInterruptibly(open.arrive(), ENDED_WITHIN_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException stillOpen) {
      allEnded = false;
    }
    StringBuilder methods = new StringBuilder();
    limited.forEach(
        (name, deadline) ->
            methods.append(methods.isEmpty() ? "" : ",").append("\"%s\":%s".formatted(name, deadline)));
    return "{\"limited\":{%s},\"allEnded\":%s}".formatted(methods, allEnded);
  }
}
