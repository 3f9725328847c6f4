// Events as sentences: which text, and what goes into it.
import { Bonus, type Event, UpcardOrigin } from "@conquian/client";
import type { Part, Texts } from "../texts/index.js";

export interface Told {
  readonly key: keyof Texts;
  readonly parts: Record<string, Part>;
}

export interface Words {
  readonly texts: Texts;
  readonly name: (seat: number) => string;
  readonly and: (names: readonly string[]) => string;
}

const one = (card: string): Part => ({ cards: [card] });

/** What happened, as sentences; most events are one. */
export function sentences(event: Event, words: Words): Told[] {
  return ofTheTable(event, words) ?? ofTheUpcard(event, words) ?? ofTheHands(event, words);
}

/** The name of a cause's text. */
export function causeKey(cause: number): keyof Texts {
  return cause >= 1 && cause <= 9 ? (`cause_${cause}` as keyof Texts) : "cause_0";
}

function ofTheTable({ kind }: Event, { texts, name, and }: Words): Told[] | undefined {
  const told = (key: keyof Texts, parts: Record<string, Part> = {}): Told[] => [{ key, parts }];
  switch (kind.case) {
    case "gameCreated":
      return told("log_game_created");
    case "seatTaken":
      return told("log_seat_taken", { who: kind.value.name || name(kind.value.seat) });
    case "seatFreed":
      return told("log_seat_freed", { number: kind.value.seat + 1 });
    case "seatTokenIssued":
      return told("log_token", { who: name(kind.value.seat) });
    case "gameStarted":
      return told("log_started", { who: name(kind.value.dealer) });
    case "gameCancelled":
      return told("log_cancelled");
    case "dealStarted":
      return told("log_deal", { number: kind.value.number, who: name(kind.value.dealer) });
    case "seatResigned":
      return told("log_resigned", {
        who: name(kind.value.seat),
        cause: texts[causeKey(kind.value.cause)],
      });
    case "dealEnded": {
      const { number, cause, winnerSeat, scores, bonus } = kind.value;
      const all = scores.map((score, seat) => `${name(seat)} ${score}`).join(", ");
      const parts = { number, cause: texts[causeKey(cause)], scores: all };
      const ended =
        winnerSeat === undefined
          ? told("log_deal_drawn", parts)
          : told("log_deal_won", { ...parts, who: name(winnerSeat) });
      return bonus === Bonus.UNSPECIFIED ? ended : [...ended, ...told("log_double")];
    }
    case "gameEnded": {
      const { cause, winnerSeats = [] } = kind.value.result ?? {};
      const parts = { cause: texts[causeKey(cause ?? 0)], who: and(winnerSeats.map(name)) };
      const won = winnerSeats.length > 1 ? "log_game_shared" : "log_game_won";
      return told(winnerSeats.length ? won : "log_game_nobody", parts);
    }
    case "redealt":
      return told("log_redealt", { who: and(kind.value.seats.map(name)) });
    default:
      return undefined;
  }
}

function ofTheUpcard({ kind }: Event, { name }: Words): Told[] | undefined {
  const told = (key: keyof Texts, parts: Record<string, Part> = {}): Told[] => [{ key, parts }];
  switch (kind.case) {
    case "cardTurned": {
      const opening = kind.value.origin === UpcardOrigin.OPENING;
      const card = one(kind.value.card);
      return opening
        ? told("log_opening", { card })
        : told("log_turned", { who: name(kind.value.seat), card });
    }
    case "passed":
      return told("log_passed", { who: name(kind.value.seat) });
    case "forced":
      return told("log_forced", { who: name(kind.value.seat), by: name(kind.value.bySeat) });
    case "waivedForce":
      return told("log_let_go", { who: name(kind.value.seat) });
    case "taken": {
      const { seat, upcard, layout } = kind.value;
      const melds = layout.map((meld) => meld.cards);
      return told("log_taken", { who: name(seat), card: one(upcard), melds: { melds } });
    }
    case "laidFromHand": {
      const melds = kind.value.layout.map((meld) => meld.cards);
      return told("log_laid_from_hand", { who: name(kind.value.seat), melds: { melds } });
    }
    case "discarded":
      return told("log_discarded", { who: name(kind.value.seat), card: one(kind.value.card) });
    case "cardDied":
      return told("log_died", { card: one(kind.value.card) });
    default:
      return undefined;
  }
}

function ofTheHands({ kind }: Event, { name }: Words): Told[] {
  const told = (key: keyof Texts, parts: Record<string, Part> = {}): Told[] => [{ key, parts }];
  const who = kind.value && "seat" in kind.value ? name(kind.value.seat) : "";
  switch (kind.case) {
    case "tradeChosen":
      return kind.value.card
        ? told("log_trade_chosen_card", { who, card: one(kind.value.card) })
        : told("log_trade_chosen", { who });
    case "cardsTraded": {
      const seen = kind.value.cards.filter((each) => each.card);
      const each = seen.map(({ fromSeat, toSeat, card }) => ({
        key: "log_traded_card" as const,
        parts: { by: name(fromSeat), who: name(toSeat), card: one(card) },
      }));
      return [...told("log_traded"), ...each];
    }
    case "discardsStarted":
      return told("log_discards_started", { card: one(kind.value.card) });
    case "cardDrawn":
      return kind.value.card
        ? told("log_drawn_card", { who, card: one(kind.value.card) })
        : told("log_drawn", { who });
    case "discardsTaken":
      return told("log_discards_taken", { who, cards: { cards: kind.value.cards } });
    case "stockShuffled":
      return told("log_shuffled");
    case "bankTurnedOver":
      return told("log_turned_over");
    case "meldLaid":
      return told("log_meld_laid", { who, melds: { melds: [kind.value.meld?.cards ?? []] } });
    case "laidOff":
    case "jokerTaken": {
      const melds = { melds: [kind.value.result?.cards ?? []] };
      const by = name(kind.value.ownerSeat);
      return told(kind.case === "laidOff" ? "log_laid_off" : "log_joker_taken", { who, by, melds });
    }
    case "opened":
      return told("log_opened", { who, count: kind.value.value });
    case "declared":
      return told("log_declared", { who, count: kind.value.cardsLeft });
    case "challenged":
      return told("log_challenged", { who });
    case "challengeAccepted":
      return told("log_accepted", { who });
    case "challengeRefused":
      return told("log_refused", { who });
    case "dealStopped":
      return told("log_stopped", { who });
    default:
      return told("log_unknown");
  }
}
