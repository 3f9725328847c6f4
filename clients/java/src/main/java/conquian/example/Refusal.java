package conquian.example;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import com.google.rpc.LocalizedMessage;
import conquian.v1.Errors.ErrorReason;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.Optional;

/**
 * Why the service did not do what it was asked to.
 *
 * @param revision where the game stands now; 0 where that is not what is wrong
 * @param sentence for people, in the language that `accept-language` in the metadata asked for
 */
record Refusal(Status.Code code, ErrorReason reason, int revision, String sentence) {

  /** Reads an error of a call; empty if it is none of the service's: a broken line, say. */
  static Optional<Refusal> of(StatusRuntimeException error) {
    ErrorInfo info = null;
    String sentence = "";
    try {
      for (Any detail : StatusProto.fromThrowable(error).getDetailsList()) {
        if (detail.is(ErrorInfo.class)) {
          info = detail.unpack(ErrorInfo.class);
        } else if (detail.is(LocalizedMessage.class)) {
          sentence = detail.unpack(LocalizedMessage.class).getMessage();
        }
      }
    } catch (InvalidProtocolBufferException unreadable) {
      return Optional.empty();
    }
    if (info == null || !info.getDomain().equals("conquian.v1")) {
      return Optional.empty();
    }
    int revision = Integer.parseInt(info.getMetadataOrDefault("revision", "0"));
    return Optional.of(
        new Refusal(error.getStatus().getCode(), reasonOf(info), revision, sentence));
  }

  /** A reason that a newer service has, and these stubs do not, is UNSPECIFIED. */
  private static ErrorReason reasonOf(ErrorInfo info) {
    try {
      return ErrorReason.valueOf("ERROR_REASON_" + info.getReason());
    } catch (IllegalArgumentException unknown) {
      return ErrorReason.ERROR_REASON_UNSPECIFIED;
    }
  }
}
