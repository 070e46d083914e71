"""The lost-update run of the lesson in SimPy, to compare speeds with.

Five workers add one to a counter 200 times each: read, think, write, wait.
Prints the median over many runs, in nanoseconds per run.
"""

import random
import statistics
import sys
import time

import simpy

WORKERS, INCREMENTS, MEAN = 5, 200, 2e-3


def run(seed):
    rng = random.Random(seed)
    env = simpy.Environment()
    counter = [0]

    def worker():
        for _ in range(INCREMENTS):
            saw = counter[0]
            yield env.timeout(rng.expovariate(1 / MEAN))
            counter[0] = saw + 1
            yield env.timeout(rng.expovariate(1 / MEAN))

    for _ in range(WORKERS):
        env.process(worker())
    env.run()
    return counter[0]


repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 60
times = []
for i in range(repeats + repeats // 4):
    start = time.perf_counter_ns()
    run(i)
    times.append(time.perf_counter_ns() - start)
print(f"{statistics.median(times[repeats // 4 :]):.0f}")
