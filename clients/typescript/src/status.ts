/** Errors read from what Connect throws and its details (google.rpc). */

import { Code, ConnectError } from "@connectrpc/connect";
import { TimeIsUp } from "./clock.js";
import { ConquianError, errorFor } from "./errors.js";
import {
  ErrorInfoSchema,
  LocalizedMessageSchema,
  type RetryInfo,
  RetryInfoSchema,
} from "./gen/google/rpc/error_details_pb.js";

const DOMAIN = "conquian.v1";

/** Milliseconds that a service may ask to wait. */
const LONGEST = 3_600_000;

const CHANGED_NOTHING = ["CONTENTION", "NEWER_RULES", "STORE_FULL"];

/** Codes that leave open whether the service has done what was asked. */
const OPEN = [
  Code.Unavailable,
  Code.DeadlineExceeded,
  Code.Canceled,
  Code.Internal,
  Code.Unknown,
] as const;

/** How Connect begins what it says of a request that no message can hold, such as half a seat. */
const UNSENT = "serialize ";

/** The typed error of anything that a call of Connect threw. */
export function errorFrom(thrown: unknown): ConquianError {
  if (thrown instanceof ConquianError) {
    return thrown;
  }
  if (thrown instanceof TimeIsUp) {
    return errorFor({
      code: Code.DeadlineExceeded,
      message: thrown.message,
      mayHaveHappened: true,
      cause: thrown,
    });
  }
  const failed = ConnectError.from(thrown);
  if (failed.code === Code.Unknown && failed.cause !== undefined) {
    return lost(failed.rawMessage, failed.cause);
  }
  if (failed.code === Code.Internal && failed.rawMessage.startsWith(UNSENT)) {
    return errorFor({ code: Code.InvalidArgument, message: failed.rawMessage, cause: thrown });
  }
  const [found] = failed.findDetails(ErrorInfoSchema);
  const info = found?.domain === DOMAIN ? found : undefined; // else somebody else's: a proxy's
  const [localized] = failed.findDetails(LocalizedMessageSchema);
  const [retry] = failed.findDetails(RetryInfoSchema);
  return errorFor({
    code: failed.code,
    message: localized?.message || failed.rawMessage || "no message",
    reason: info?.reason,
    metadata: info?.metadata,
    retryDelayMillis: retry === undefined ? undefined : delayOf(retry),
    mayHaveHappened: mayHaveHappened(failed.code, info?.reason ?? "", info?.metadata),
    cause: thrown,
  });
}

/**
 * The error of a connection that failed: `fetch` says by whatever it throws that there was none,
 * that it broke off, or that what came was no answer.
 */
export function lost(message: string, cause?: unknown): ConquianError {
  return errorFor({ code: Code.Unavailable, message, mayHaveHappened: true, cause });
}

function delayOf(retry: RetryInfo): number | undefined {
  if (retry.retryDelay === undefined) {
    return undefined;
  }
  // Any number may stand there; a wait below zero or of years is not meant.
  const millis = Number(retry.retryDelay.seconds) * 1000 + retry.retryDelay.nanos / 1e6;
  return Math.min(Math.max(millis, 0), LONGEST);
}

function mayHaveHappened(
  code: Code,
  reason: string,
  metadata: Readonly<Record<string, string>> | undefined,
): boolean {
  const told = metadata?.may_have_happened;
  if (told !== undefined) {
    return told === "true";
  }
  return !CHANGED_NOTHING.includes(reason) && OPEN.some((open) => open === code);
}
