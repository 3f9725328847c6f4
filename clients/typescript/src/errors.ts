/**
 * Errors, split by what the caller can do about them.
 *
 * ```text
 * ConquianError             any failed call
 * ├── InvalidRequest        wrong whatever the state: mend the program
 * ├── NotFound              no such game or ruleset, or it has expired
 * ├── Unauthenticated       no token, a foreign one or a replaced one: get another
 * ├── NotAllowed            the token is good, but not for this
 * ├── NotNow                the game stands otherwise: read the view
 * │   └── SeatUnavailable   somebody else has the seat: choose another
 * ├── IllegalMove           the rules refuse the move or the cards: choose others
 * ├── StaleDecision         the decision is over: read the view, decide again
 * ├── RateLimited           too many calls: wait `retryDelayMillis`
 * ├── Unavailable           the service cannot be reached or cannot answer now: try later
 * └── ServiceFault          the service failed: report the `incident`
 * ```
 *
 * The client has tried again by itself, as long as the call's timeout let it, before it throws
 * `Unavailable` or `RateLimited`.
 *
 * @module
 */

import { Code } from "@connectrpc/connect";
import { ErrorReason } from "./gen/conquian/v1/errors_pb.js";

/** Names of the reasons this client knows; newer services may send others. */
export type Reason = Exclude<keyof typeof ErrorReason, "UNSPECIFIED">;

/** All that is known of a failed call. */
export interface Failure {
  /** The status, numbered as gRPC does. */
  readonly code: Code;
  /** A sentence for people, in the language of the client. */
  readonly message: string;
  /** Why: a {@link Reason}, or empty if the error did not come from the service itself. */
  readonly reason?: string;
  /** The service's details: `rule`, `cards`, `revision`, `field`, `incident` and others. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** How long to wait before another try, if the service named it. */
  readonly retryDelayMillis?: number;
  /** Whether the change asked for may have been made all the same. */
  readonly mayHaveHappened?: boolean;
  /** What was thrown below. */
  readonly cause?: unknown;
}

/** A failed call; every error of this package about a call is one. */
export class ConquianError extends Error {
  // Written out, because minifiers shorten the names of classes.
  override readonly name: string = "ConquianError";
  /** The status, numbered as gRPC does. */
  readonly code: Code;
  /**
   * Why: the name of an `ErrorReason` of the API, such as "NOT_A_MELD"; empty if the error did not
   * come from the service itself (a connection refused, a proxy, a deadline).
   */
  readonly reason: Reason | (string & {});
  /** Every detail the service gave, by name. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Number of the rule concerned, such as "R2.13". */
  readonly rule?: string;
  /** The cards concerned. */
  readonly cards: readonly string[];
  /** The field of the request concerned. */
  readonly field?: string;
  /** The game's current revision, where the service gave it. */
  readonly revision?: number;
  /** Names a fault in the service's log. */
  readonly incident?: string;
  /** How long to wait before another try, if the service named it. */
  readonly retryDelayMillis?: number;
  /**
   * Whether the change asked for may have been made, by this attempt or an earlier one. Calling
   * again with the same `requestId` settles it.
   */
  readonly mayHaveHappened: boolean;

  readonly #failure: Failure;

  constructor(failure: Failure) {
    super(failure.message, failure.cause === undefined ? undefined : { cause: failure.cause });
    this.#failure = failure;
    this.code = failure.code;
    this.reason = failure.reason ?? "";
    this.metadata = failure.metadata ?? {};
    this.rule = this.metadata.rule || undefined;
    this.cards = (this.metadata.cards ?? "").split(/[\s,]+/).filter((card) => card !== "");
    this.field = this.metadata.field || undefined;
    const revision = this.metadata.revision ?? "";
    this.revision = /^\d{1,10}$/.test(revision) ? Number(revision) : undefined;
    this.incident = this.metadata.incident || undefined;
    this.retryDelayMillis = failure.retryDelayMillis;
    this.mayHaveHappened = failure.mayHaveHappened ?? false;
  }

  /** The same error, saying that the change may have been made. */
  thatMayHaveHappened(): ConquianError {
    return errorFor({ ...this.#failure, mayHaveHappened: true });
  }
}

/** The request is wrong whatever the state; `field` may name where. */
export class InvalidRequest extends ConquianError {
  override readonly name: string = "InvalidRequest";
}

/** No such game or ruleset; or it has expired. */
export class NotFound extends ConquianError {
  override readonly name: string = "NotFound";
}

/** The call needs a token; the one sent is none of this service's, or was replaced. */
export class Unauthenticated extends ConquianError {
  override readonly name: string = "Unauthenticated";
}

/** The token may not make this call. */
export class NotAllowed extends ConquianError {
  override readonly name: string = "NotAllowed";
}

/** The game's state does not allow the call: another seat's turn, started, over. */
export class NotNow extends ConquianError {
  override readonly name: string = "NotNow";
}

/**
 * Somebody else has the seat that was asked for. A table without a free seat has started: that is
 * `NotNow` with reason GAME_STARTED.
 */
export class SeatUnavailable extends NotNow {
  override readonly name: string = "SeatUnavailable";
}

/** The rules refuse the move or the cards; `rule` and `cards` say which. */
export class IllegalMove extends ConquianError {
  override readonly name: string = "IllegalMove";
}

/** The decision this move was made for is over; `revision` is the current one. */
export class StaleDecision extends ConquianError {
  override readonly name: string = "StaleDecision";
}

/** Too many calls or watchers; `retryDelayMillis` says how long to wait, if known. */
export class RateLimited extends ConquianError {
  override readonly name: string = "RateLimited";
}

/** No answer in time; `mayHaveHappened` says whether the change may have been made. */
export class Unavailable extends ConquianError {
  override readonly name: string = "Unavailable";
}

/** The service failed; `incident` names the fault in its log. */
export class ServiceFault extends ConquianError {
  override readonly name: string = "ServiceFault";
}

type Kind = new (failure: Failure) => ConquianError;

const BY_CODE: Partial<Record<Code, Kind>> = {
  [Code.InvalidArgument]: InvalidRequest,
  [Code.OutOfRange]: InvalidRequest,
  [Code.NotFound]: NotFound,
  [Code.Unauthenticated]: Unauthenticated,
  [Code.PermissionDenied]: NotAllowed,
  [Code.AlreadyExists]: NotNow,
  [Code.FailedPrecondition]: NotNow,
  [Code.ResourceExhausted]: RateLimited,
  [Code.Aborted]: Unavailable,
  [Code.Canceled]: Unavailable,
  [Code.DeadlineExceeded]: Unavailable,
  [Code.Unavailable]: Unavailable,
};

/** Reasons from here on are the rules' own, but for the two after it. */
const FIRST_OF_THE_RULES = ErrorReason.WRONG_PHASE;
const NOT_OF_THE_MOVE: readonly ErrorReason[] = [
  ErrorReason.NO_SUCH_SEAT,
  ErrorReason.SEAT_RESIGNED,
];

function ofReason(reason: string): Kind | undefined {
  const known = ErrorReason[reason as Reason];
  switch (known) {
    case undefined:
      return undefined;
    case ErrorReason.SEAT_TAKEN:
      return SeatUnavailable;
    case ErrorReason.STALE_REVISION:
      return StaleDecision;
    default:
      return known >= FIRST_OF_THE_RULES && !NOT_OF_THE_MOVE.includes(known)
        ? IllegalMove
        : undefined;
  }
}

/** The error to throw for a failure: by its reason, else by its code. */
export function errorFor(failure: Failure): ConquianError {
  const kind = ofReason(failure.reason ?? "") ?? BY_CODE[failure.code] ?? ServiceFault;
  return new kind(failure);
}
