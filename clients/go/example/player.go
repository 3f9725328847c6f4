package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	"conquian/clients/go/conquianv1"
)

const (
	// The second join starts the game.
	startRevision = 3
	// Of both seats together.
	mostMoves = 20
)

// sitting is what a seat has seen and done.
type sitting struct {
	// Watched are the revisions of the updates that came, in their order.
	Watched []int32 `json:"watched"`
	// Moves is the number of moves it made.
	Moves int `json:"moves"`
	// Hand is its hand at the end.
	Hand []string `json:"hand"`
}

// player acts for one seat.
type player struct {
	sitting
	games          conquianv1.GameServiceClient
	game           string
	token          string
	afterFirstMove func(context.Context, *conquianv1.PlayMoveRequest, *conquianv1.PlayMoveResponse) error
}

// play follows the game, over as many streams as it takes, and moves whenever it is the seat's turn.
func (p *player) play(ctx context.Context) error {
	// The token says for which seat a call acts, and whose hand may be seen.
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+p.token)
	pause := firstPause
	for {
		seen := len(p.Watched)
		over, err := p.watch(ctx)
		if over || err != nil {
			return err
		}
		// Streams may end at once for a while, as behind a proxy whose servers are all away.
		if len(p.Watched) > seen {
			pause = firstPause
		}
		if err := wait(ctx, pause); err != nil {
			return fmt.Errorf("watching: %w", err)
		}
		pause = min(2*pause, longestPause)
	}
}

// watch follows the game from the last update that came, until enough is played (which it tells) or
// the stream ends.
func (p *player) watch(ctx context.Context) (over bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	after := int32(0)
	if count := len(p.Watched); count > 0 {
		after = p.Watched[count-1]
	}
	updates, err := p.games.WatchGame(ctx, &conquianv1.WatchGameRequest{
		GameId:            p.game,
		AfterRevision:     proto.Int32(after),
		IncludeLegalMoves: true,
	}, grpc.WaitForReady(true))
	if err != nil {
		return false, fmt.Errorf("watching: %w", err)
	}
	for {
		item, err := updates.Recv()
		if errors.Is(err, io.EOF) || isBrokenLine(ctx, err) {
			return false, nil // this server goes away, or the line broke: the next stream goes on
		}
		if err != nil {
			return false, fmt.Errorf("watching: %w", err)
		}
		switch kind := item.GetKind().(type) {
		case *conquianv1.WatchGameResponse_Update:
			p.Watched = append(p.Watched, kind.Update.GetRevision())
			if over, err := p.react(ctx, kind.Update.GetView()); over || err != nil {
				return over, err
			}
		case *conquianv1.WatchGameResponse_Resync:
			// A program that shows the game calls GetGame and goes on from there; this one counts updates.
			return false, fmt.Errorf("updates are missing: revision %d is the newest", kind.Resync.GetRevision())
		default:
			// A heartbeat shows that the stream is alive; after `closing` it ends.
		}
	}
}

// react moves if the view says that it is this seat's turn; only the newest update has a view.
func (p *player) react(ctx context.Context, view *conquianv1.GameView) (over bool, err error) {
	if view == nil {
		return false, nil
	}
	p.Hand = append([]string{}, view.GetYou().GetHand()...) // empty, not null, in the report
	switch view.GetStatus() {
	case conquianv1.GameStatus_GAME_STATUS_FINISHED, conquianv1.GameStatus_GAME_STATUS_CANCELLED:
		return true, nil // no update will come any more: another stream would end at once
	}
	if view.GetDeal().GetNumber() > 1 || view.GetRevision() >= startRevision+mostMoves {
		return true, nil
	}
	if !view.GetYou().GetToAct() {
		return false, nil
	}
	// Any legal move would do; not always the first, so that cards are taken and passed.
	legal := view.GetYou().GetLegalMoves()
	move := &conquianv1.PlayMoveRequest{
		GameId:    p.game,
		Revision:  view.GetYou().GetDecisionRevision(),
		Move:      legal[int(view.GetRevision())%len(legal)],
		RequestId: randomID(),
	}
	answer, err := settled(ctx, p.games.PlayMove, move)
	if err != nil {
		return false, fmt.Errorf("playing %v: %w", move.GetMove(), err)
	}
	p.Moves++
	if p.Moves == 1 && p.afterFirstMove != nil {
		return false, p.afterFirstMove(ctx, move, answer)
	}
	return false, nil
}

// randomID gives a random UUID (version 4), as calls without a token need it.
func randomID() string {
	var id [16]byte
	rand.Read(id[:]) // never fails
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
