package main

import (
	"strconv"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"conquian/clients/go/conquianv1"
)

// refusal is why the service did not do what it was asked to.
type refusal struct {
	code   codes.Code
	reason conquianv1.ErrorReason
	// Where the game stands now; 0 where that is not what is wrong.
	revision int32
	// A sentence for people, in the language that `accept-language` in the metadata asked for.
	sentence string
}

// refusalOf reads an error of a call; nil if it is none of the service's: a broken line, say.
func refusalOf(err error) *refusal {
	answer, ok := status.FromError(err)
	if !ok || err == nil {
		return nil
	}
	found := &refusal{code: answer.Code()}
	ours := false
	for _, detail := range answer.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			ours = detail.GetDomain() == "conquian.v1"
			// A reason that a newer service has, and these stubs do not, is UNSPECIFIED.
			found.reason = conquianv1.ErrorReason(conquianv1.ErrorReason_value["ERROR_REASON_"+detail.GetReason()])
			if revision, err := strconv.ParseInt(detail.GetMetadata()["revision"], 10, 32); err == nil {
				found.revision = int32(revision)
			}
		case *errdetails.LocalizedMessage:
			found.sentence = detail.GetMessage()
		}
	}
	if !ours {
		return nil
	}
	return found
}
