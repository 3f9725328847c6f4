"""Envoy before two replicas, as deploy/envoy/envoy.yaml has it. Part of `make test-all`."""
