package main

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

const (
	attempts   = 6
	firstPause = 100 * time.Millisecond
	// longestPause is between two streams of a watch; six attempts of a call never come so far.
	longestPause = 5 * time.Second
	// settledWithin is how long a caller waits for an answer, all attempts together.
	settledWithin = 20 * time.Second
)

// settled makes a call until there is an answer: the service may be away for a moment, or the line
// break. What was done by a call whose answer was lost is not done twice, because the request keeps
// its request_id. A retry policy of gRPC's own is not enough: it gives up once an answer has begun.
//
// docs/api.md lists what else may be repeated, and when.
func settled[Q, A any](
	ctx context.Context,
	call func(context.Context, Q, ...grpc.CallOption) (A, error),
	request Q,
) (A, error) {
	ctx, cancel := context.WithTimeout(ctx, settledWithin)
	defer cancel()
	pause := firstPause
	for attempt := 1; ; attempt++ {
		answer, err := call(ctx, request, grpc.WaitForReady(true))
		if !isBrokenLine(ctx, err) || attempt == attempts {
			return answer, err
		}
		if wait(ctx, pause) != nil {
			return answer, err
		}
		pause *= 2
	}
}

// isBrokenLine tells whether a call came to no answer, as when a line breaks or the service goes away:
// a server that stops cancels the calls that it has not begun.
func isBrokenLine(ctx context.Context, err error) bool {
	code := status.Code(err)
	return code == codes.Unavailable || code == codes.Canceled && ctx.Err() == nil
}

// wait returns after a pause, or with the reason why nobody waits any longer.
func wait(ctx context.Context, pause time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(pause):
		return nil
	}
}
