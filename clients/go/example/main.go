// Command example plays a few moves of a game over gRPC: what a program in Go needs to know.
//
//	go run ./example -target localhost:50051
//
// Two seats play until the first deal is over or 20 moves are made. Each follows the game by a watch
// of its own and, when it is to act, sends back one of the moves that the service lists as legal. On
// the way one of them repeats a move as after a lost answer, and makes one that is too late. At the
// end the program prints a line of JSON about all that; tests/e2e/languages compares it with what
// the service says.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/protobuf/proto"

	"conquian/clients/go/conquianv1"
)

const within = time.Minute

// report is what happened, for who runs the program.
type report struct {
	GameID string `json:"gameId"`
	// Seats has what each seat saw, by its number.
	Seats []*sitting `json:"seats"`
	// The answer to the repeated move was the first one.
	RepeatedEqual bool `json:"repeatedEqual"`
	// How the move that came too late was refused.
	Code            string `json:"code"`
	Reason          string `json:"reason"`
	Sentence        string `json:"sentence"`
	CurrentRevision int32  `json:"currentRevision"`
}

func main() {
	log.SetFlags(0)
	target := flag.String("target", "localhost:50051", "host:port of the service")
	flag.Parse()

	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	happened, err := play(ctx, *target)
	if err != nil {
		log.Fatal("error: ", err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(happened); err != nil {
		log.Fatal("error: ", err)
	}
}

// dial prepares the line to a service; it connects at the first call.
func dial(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target,
		// Beyond this machine: credentials.NewTLS.
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		// A line that is dead without a word, as after a laptop's sleep, is found by pings; TCP takes
		// a quarter of an hour. More often than each 30 seconds some proxies do not like it.
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 30 * time.Second, Timeout: 10 * time.Second}),
	)
}

// play plays at a new table, all seats at once.
func play(ctx context.Context, target string) (*report, error) {
	connection, err := dial(target)
	if err != nil {
		return nil, err
	}
	defer connection.Close()
	games := conquianv1.NewGameServiceClient(connection)

	created, err := settled(ctx, games.CreateGame, &conquianv1.CreateGameRequest{
		Ruleset:     "classic",
		FirstDealer: proto.Int32(0),
		RequestId:   randomID(),
	})
	if err != nil {
		return nil, fmt.Errorf("creating a game: %w", err)
	}
	happened := &report{GameID: created.GetGame().GetGameId()}

	var players []*player
	for _, name := range []string{"Ana", "Ben"} {
		joined, err := settled(ctx, games.JoinGame, &conquianv1.JoinGameRequest{
			GameId:    happened.GameID,
			Name:      name,
			Kind:      conquianv1.SeatKind_SEAT_KIND_BOT,
			RequestId: randomID(),
		})
		if err != nil {
			return nil, fmt.Errorf("joining as %s: %w", name, err)
		}
		players = append(players, &player{games: games, game: happened.GameID, token: joined.GetSeatToken()})
		happened.Seats = append(happened.Seats, &players[len(players)-1].sitting)
	}
	players[0].afterFirstMove = func(ctx context.Context, made *conquianv1.PlayMoveRequest, answer *conquianv1.PlayMoveResponse) error {
		return happened.tryAgain(ctx, games, made, answer)
	}

	ended := make(chan error, len(players))
	for _, player := range players {
		go func() { ended <- player.play(ctx) }()
	}
	for range players {
		if err := <-ended; err != nil {
			return nil, err
		}
	}
	return happened, nil
}

// tryAgain sends a move that was made twice more: as it was, and as another call that is too late.
func (happened *report) tryAgain(
	ctx context.Context,
	games conquianv1.GameServiceClient,
	made *conquianv1.PlayMoveRequest,
	first *conquianv1.PlayMoveResponse,
) error {
	repeated, err := settled(ctx, games.PlayMove, made)
	if err != nil {
		return fmt.Errorf("repeating a move: %w", err)
	}
	happened.RepeatedEqual = proto.Equal(first, repeated)

	late := proto.CloneOf(made)
	late.RequestId = randomID()
	_, err = settled(ctx, games.PlayMove, late)
	if err == nil {
		return errors.New("a move that came too late was made")
	}
	refusal := refusalOf(err)
	if refusal == nil {
		return fmt.Errorf("making a move that comes too late: %w", err)
	}
	happened.Code = refusal.code.String()
	happened.Reason = refusal.reason.String()
	happened.Sentence = refusal.sentence
	happened.CurrentRevision = refusal.revision
	return nil
}
