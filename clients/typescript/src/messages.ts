/** The API's messages, which are the values of this package; see the comments on their fields. */

export type * from "./gen/conquian/v1/cards_pb.js";
export { MeldSchema, MoveKind, MoveSchema } from "./gen/conquian/v1/cards_pb.js";
export { ErrorReason } from "./gen/conquian/v1/errors_pb.js";
export type * from "./gen/conquian/v1/events_pb.js";
export { Bonus, EventSchema } from "./gen/conquian/v1/events_pb.js";
export type {
  IssueSeatTokenResponse,
  ListEventsResponse,
} from "./gen/conquian/v1/game_service_pb.js";
export type * from "./gen/conquian/v1/rules_service_pb.js";
export { OptionType, RulesetSchema } from "./gen/conquian/v1/rules_service_pb.js";
export type * from "./gen/conquian/v1/view_pb.js";
export {
  Access,
  Cause,
  GameStatus,
  GameViewSchema,
  Phase,
  Presence,
  SeatKind,
  ShuffleKind,
  UpcardOrigin,
} from "./gen/conquian/v1/view_pb.js";
