package main

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"conquian/clients/go/conquianv1"
)

// TestFollow lets a player follow a game, and play in its turn, at a table that somebody else has set
// up: tests/e2e/languages, which give the address of the service, the game's id and the seat's token,
// and judge the line of JSON.
func TestFollow(t *testing.T) {
	if flag.NArg() != 3 {
		t.Skip("needs HOST:PORT GAME TOKEN; tests/e2e/languages give them")
	}
	connection, err := dial(flag.Arg(0))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	follower := &player{
		games: conquianv1.NewGameServiceClient(connection),
		game:  flag.Arg(1),
		token: flag.Arg(2),
	}
	if err := follower.play(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(follower.sitting); err != nil {
		t.Fatal(err)
	}
}
