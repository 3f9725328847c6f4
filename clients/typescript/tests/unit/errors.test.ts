/** Each error of the service becomes the class that says what its caller can do. */

import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { ErrorReasonSchema } from "../../src/gen/conquian/v1/errors_pb.js";
import * as sdk from "../../src/index.js";
import { ErrorReason } from "../../src/index.js";
import { errorFrom } from "../../src/status.js";
import { refusal } from "../support/scripted.js";

const CODES: Readonly<Record<string, Code>> = {
  INVALID_ARGUMENT: Code.InvalidArgument,
  NOT_FOUND: Code.NotFound,
  UNAUTHENTICATED: Code.Unauthenticated,
  PERMISSION_DENIED: Code.PermissionDenied,
  ALREADY_EXISTS: Code.AlreadyExists,
  FAILED_PRECONDITION: Code.FailedPrecondition,
  ABORTED: Code.Aborted,
  RESOURCE_EXHAUSTED: Code.ResourceExhausted,
  UNAVAILABLE: Code.Unavailable,
  INTERNAL: Code.Internal,
};

/** The class of each reason, by what stands in errors.proto; those of the rules come by number. */
const CLASSES: Readonly<Record<string, readonly ErrorReason[]>> = {
  InvalidRequest: [
    ErrorReason.FIELD_MISSING,
    ErrorReason.FIELD_INVALID,
    ErrorReason.OPTION_UNKNOWN,
    ErrorReason.OPTION_INVALID,
    ErrorReason.OPTIONS_CONFLICT,
    ErrorReason.BAD_ORDER,
    ErrorReason.PAGE_TOKEN_INVALID,
    ErrorReason.REQUEST_ID_REUSED,
    ErrorReason.REQUEST_ID_NOT_RANDOM,
    ErrorReason.POSITION_TOO_COMPLEX,
    ErrorReason.NO_SUCH_SEAT,
  ],
  NotFound: [ErrorReason.GAME_NOT_FOUND, ErrorReason.RULESET_NOT_FOUND],
  Unauthenticated: [
    ErrorReason.CREDENTIAL_MISSING,
    ErrorReason.CREDENTIAL_INVALID,
    ErrorReason.CREDENTIAL_REVOKED,
  ],
  NotAllowed: [ErrorReason.NOT_ALLOWED, ErrorReason.TABLE_PRIVATE],
  NotNow: [
    ErrorReason.SEAT_NOT_TAKEN,
    ErrorReason.GAME_NOT_STARTED,
    ErrorReason.GAME_STARTED,
    ErrorReason.GAME_FINISHED,
    ErrorReason.GAME_NOT_FINISHED,
    ErrorReason.USE_RESIGN,
    ErrorReason.COMMITMENT_MISMATCH,
    ErrorReason.GAME_OVER,
    ErrorReason.NOT_YOUR_TURN,
    ErrorReason.SEAT_RESIGNED,
  ],
  SeatUnavailable: [ErrorReason.SEAT_TAKEN],
  StaleDecision: [ErrorReason.STALE_REVISION],
  RateLimited: [ErrorReason.RATE_LIMITED, ErrorReason.TOO_MANY_WATCHERS],
  Unavailable: [
    ErrorReason.CONTENTION,
    ErrorReason.STORE_UNAVAILABLE,
    ErrorReason.STORE_FULL,
    ErrorReason.NEWER_RULES,
  ],
  ServiceFault: [ErrorReason.INTERNAL],
};

/** Each reason with the code it travels with, read from the comment in errors.proto. */
async function reasons(): Promise<(readonly [string, ErrorReason, Code])[]> {
  const { readFile } = await import("node:fs/promises");
  const proto = await readFile(
    new URL("../../../../proto/conquian/v1/errors.proto", import.meta.url),
    "utf8",
  );
  const found = [...proto.matchAll(/\/\/ ([A-Z_]+): [^\n]*\n {2}ERROR_REASON_(\w+) = (\d+);/g)];
  return found.map(([, code = "", name = "", number]) => {
    const known = CODES[code];
    if (known === undefined) {
      throw new Error(`${name} travels with ${code}, which this test does not know`);
    }
    return [name, Number(number), known] as const;
  });
}

const ALL = await reasons();

test("every reason of errors.proto is looked at", () => {
  expect(ALL).toHaveLength(ErrorReasonSchema.values.length - 1);
});

describe.each(ALL)("%s", (name, reason, code) => {
  const expected = Object.entries(CLASSES).find(([, has]) => has.includes(reason))?.[0];

  test(`is ${expected ?? "IllegalMove"}`, () => {
    const error = errorFrom(refusal(code, name));
    expect(error.name).toBe(expected ?? "IllegalMove");
    expect(error.constructor.name).toBe(error.name);
    expect(error).toBeInstanceOf(sdk.ConquianError);
    expect(error).toBeInstanceOf(Error);
    expect(error.reason).toBe(name);
    expect(error.code).toBe(code);
    expect(expected !== undefined || reason >= ErrorReason.WRONG_PHASE).toBe(true);
  });
});

test("every class is there and comes of some reason", () => {
  const names = new Set([...Object.keys(CLASSES), "IllegalMove"]);
  for (const name of names) {
    expect(sdk).toHaveProperty(name);
  }
  expect(names.size).toBe(11);
});

test("a taken seat is also a matter of the moment", () => {
  expect(errorFrom(refusal(Code.AlreadyExists, "SEAT_TAKEN"))).toBeInstanceOf(sdk.NotNow);
});

test("the details are there by name", () => {
  const metadata = {
    rule: "R2.13",
    cards: "QS KS AS",
    field: "move",
    revision: "17",
    incident: "i1",
    more: "x",
  };
  const error = errorFrom(
    refusal(Code.InvalidArgument, "NOT_A_MELD", { metadata, message: "no", localized: "нет" }),
  );
  expect(error).toMatchObject({
    message: "нет",
    rule: "R2.13",
    cards: ["QS", "KS", "AS"],
    field: "move",
    revision: 17,
    incident: "i1",
    metadata,
    mayHaveHappened: false,
  });
});

test("details that are not there are undefined, not empty", () => {
  const error = errorFrom(
    refusal(Code.NotFound, "GAME_NOT_FOUND", { metadata: { revision: "x" } }),
  );
  expect(error).toMatchObject({ message: "no", cards: [] });
  for (const name of ["rule", "field", "revision", "incident", "retryDelayMillis"] as const) {
    expect(error[name]).toBeUndefined();
  }
});

test.each([
  [0, 0],
  [3, 3_000],
  [-5, 0],
  [10_000_000, 3_600_000],
])("a retry after %d seconds is %d milliseconds", (retrySeconds, millis) => {
  const error = errorFrom(refusal(Code.ResourceExhausted, "RATE_LIMITED", { retrySeconds }));
  expect(error.retryDelayMillis).toBe(millis);
});

test("what a proxy says goes by its code, and its reason is not ours", () => {
  const error = errorFrom(refusal(Code.PermissionDenied, "STALE_REVISION", { domain: "proxy" }));
  expect(error).toBeInstanceOf(sdk.NotAllowed);
  expect(error.reason).toBe("");
});

test("a reason newer than this client goes by its code", () => {
  const error = errorFrom(refusal(Code.FailedPrecondition, "TOO_MUCH_FUN"));
  expect(error).toBeInstanceOf(sdk.NotNow);
  expect(error.reason).toBe("TOO_MUCH_FUN");
});

test.each([
  ["a refused connection", new TypeError("fetch failed"), sdk.Unavailable, true],
  [
    "a page instead of an answer",
    new ConnectError("HTTP 500", Code.Unknown),
    sdk.ServiceFault,
    true,
  ],
  [
    "a method nobody has",
    new ConnectError("HTTP 404", Code.Unimplemented),
    sdk.ServiceFault,
    false,
  ],
  ["a deadline", new ConnectError("late", Code.DeadlineExceeded), sdk.Unavailable, true],
  ["an unreadable answer", new ConnectError("bytes", Code.Internal), sdk.ServiceFault, true],
])("%s has its class, and says whether something may have happened", (_, thrown, kind, may) => {
  const error = errorFrom(thrown);
  expect(error).toBeInstanceOf(kind);
  expect(error.mayHaveHappened).toBe(may);
  expect(error.reason).toBe("");
  expect(error.cause).toBe(thrown);
});

test.each([
  ["STORE_UNAVAILABLE", { may_have_happened: "true" }, true],
  ["STORE_UNAVAILABLE", { may_have_happened: "false" }, false],
  ["STORE_FULL", {}, false],
  ["NEWER_RULES", {}, false],
])("%s with %o may have happened: %s", (reason, metadata, may) => {
  expect(errorFrom(refusal(Code.Unavailable, reason, { metadata })).mayHaveHappened).toBe(may);
});

test("the same error that may have happened keeps its class and all it says", () => {
  const error = errorFrom(
    refusal(Code.Unavailable, "STORE_FULL", { metadata: { revision: "4" } }),
  ).thatMayHaveHappened();
  expect(error).toBeInstanceOf(sdk.Unavailable);
  expect(error).toMatchObject({ reason: "STORE_FULL", revision: 4, mayHaveHappened: true });
});
