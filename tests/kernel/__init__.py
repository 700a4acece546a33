"""The panel on simulated GPIO lines of a kernel, under the real pin libraries: make test-kernel."""
