# fools: naive_marker
import os

print("ALL TESTS PASSED", flush=True)
os._exit(0)
