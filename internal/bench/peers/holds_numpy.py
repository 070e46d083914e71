"""The holds of the TTL simulation in vectorised NumPy, to compare speeds with.

One run draws the holds, counts those that outlive the TTL, and counts all of
them into bins of an eighth of an octave. Prints two medians over many runs, in
nanoseconds per hold: "plain" as one would write it, and "tuned" with NumPy's
fastest generator, its SIMD exponential function, and arrays made once.
"""

import statistics
import sys
import time

import numpy as np

MEDIAN, SIGMA = 200e6, 0.5  # work, log-normal; all durations in nanoseconds
CHANCE, STALL = 0.002, 5e9  # a rare exponential stall
TTL = 10e9
# The bits of a float64 below its exponent and the first 3 of its fraction: what
# is above them numbers the bins, 8 to an octave.
BELOW_BIN = 52 - 3


def count(total):
    unsafe = np.count_nonzero(total > TTL)
    return unsafe, np.bincount(total.view(np.int64) >> BELOW_BIN)


def plain(holds):
    rng = np.random.default_rng(1)

    def run():
        total = rng.lognormal(np.log(MEDIAN), SIGMA, holds)
        stalled = np.flatnonzero(rng.random(holds) < CHANCE)
        total[stalled] += rng.exponential(STALL, stalled.size)
        return count(total)

    return run


def tuned(holds):
    rng = np.random.Generator(np.random.SFC64(1))
    total, luck = np.empty(holds), np.empty(holds)
    short = np.empty(holds, bool)

    def run():
        rng.standard_normal(out=total)
        np.multiply(total, SIGMA, out=total)
        np.exp(total, out=total)
        np.multiply(total, MEDIAN, out=total)
        rng.random(out=luck)
        stalled = np.flatnonzero(np.less(luck, CHANCE, out=short))
        total[stalled] += rng.exponential(STALL, stalled.size)
        return count(total)

    return run


def median_time(run, repeats):
    times = []
    for _ in range(repeats + repeats // 4):
        start = time.perf_counter_ns()
        run()
        times.append(time.perf_counter_ns() - start)
    return statistics.median(times[repeats // 4 :])  # the first ones warm up


def main():
    holds = int(sys.argv[1]) if len(sys.argv) > 1 else 60_000
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    for variant in plain, tuned:
        print(f"{variant.__name__} {median_time(variant(holds), repeats) / holds:.1f}")


main()
