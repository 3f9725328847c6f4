"""nginx before two replicas, as deploy/nginx/nginx.conf has it. Part of `make test-nginx`."""
