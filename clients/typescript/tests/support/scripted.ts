/** A service whose answers a test writes, behind the real protocol: what `fetch` gets is real. */

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type Code,
  ConnectError,
  createConnectRouter,
  type ServiceImpl,
} from "@connectrpc/connect";
import { createFetchHandler } from "@connectrpc/connect/protocol";
import {
  GameService,
  type WatchGameResponseSchema,
} from "../../src/gen/conquian/v1/game_service_pb.js";
import { RulesService } from "../../src/gen/conquian/v1/rules_service_pb.js";
import { GameStatus, type GameView, GameViewSchema } from "../../src/gen/conquian/v1/view_pb.js";
import {
  ErrorInfoSchema,
  LocalizedMessageSchema,
  RetryInfoSchema,
} from "../../src/gen/google/rpc/error_details_pb.js";
import { type Client, connect } from "../../src/index.js";
import { FakeClock } from "./fake-clock.js";

export const GAME = "a".repeat(26);

export type Games = Partial<ServiceImpl<typeof GameService>>;
export type Rules = Partial<ServiceImpl<typeof RulesService>>;
export type StreamMessage = MessageInitShape<typeof WatchGameResponseSchema>;

export interface Scripted {
  readonly client: Client;
  readonly clock: FakeClock;
}

/** A client of the services given, on a clock that stands still. */
export function scripted(games: Games, rules: Rules = {}): Scripted {
  const clock = new FakeClock();
  const client = connect("http://localhost", { clock, fetch: fetchOf(games, rules) });
  return { client, clock };
}

/** A `fetch` that asks the services given. */
export function fetchOf(games: Games, rules: Rules = {}): typeof globalThis.fetch {
  const router = createConnectRouter({ grpc: false, grpcWeb: false })
    .service(GameService, games)
    .service(RulesService, rules);
  const handlers = new Map(
    router.handlers.map((handler) => [
      handler.requestPath,
      createFetchHandler(handler, { httpVersion: "1.1" }),
    ]),
  );
  return async (input, init) => {
    const request = new Request(input, init);
    const handler = handlers.get(new URL(request.url).pathname);
    return handler === undefined ? new Response("no such page", { status: 404 }) : handler(request);
  };
}

/** An error as the service gives it. */
export function refusal(
  code: Code,
  reason: string,
  {
    metadata = {},
    message = "no",
    localized,
    domain = "conquian.v1",
    retrySeconds,
  }: {
    readonly metadata?: Record<string, string>;
    readonly message?: string;
    readonly localized?: string;
    readonly domain?: string;
    readonly retrySeconds?: number;
  } = {},
): ConnectError {
  const error = new ConnectError(message, code);
  error.details.push({ desc: ErrorInfoSchema, value: { reason, domain, metadata } });
  if (localized !== undefined) {
    error.details.push({ desc: LocalizedMessageSchema, value: { message: localized } });
  }
  if (retrySeconds !== undefined) {
    const retryDelay = { seconds: BigInt(retrySeconds) };
    error.details.push({ desc: RetryInfoSchema, value: { retryDelay } });
  }
  return error;
}

/** A view at a revision. */
export function viewAt(revision: number, status = GameStatus.RUNNING): GameView {
  return create(GameViewSchema, { gameId: GAME, revision, status });
}

/** An update of a stream; with a view only if told so. */
export function updateAt(revision: number, view?: GameView): StreamMessage {
  return { kind: { case: "update", value: { revision, view } } };
}

export function heartbeatAt(revision: number): StreamMessage {
  return { kind: { case: "heartbeat", value: { revision } } };
}

/** Never gives anything, until the signal is aborted. */
export function silence(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
    }
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
