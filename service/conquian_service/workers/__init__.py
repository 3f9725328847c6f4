"""Several processes that serve as one (`conquian serve --workers N`).

The parent owns the ports, the store and the folder of metrics, and serves nothing itself;
it never loads gRPC, whose threads survive no fork. The workers are programs of
their own, started afresh: each is the whole service, listens on the same ports and ends when
the pipe from its parent closes, however the parent died. The kernel deals connections out
among them, so all calls of one connection reach one worker.
"""
