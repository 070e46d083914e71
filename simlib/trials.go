package simlib

import (
	"context"
	"runtime"
	"sync"
)

// blockSize is the number of trials that share one stream of each role. It is
// part of the results: another size gives other draws. It is small enough for
// the work to spread evenly over the workers, and large enough that starting
// a stream costs nothing.
const blockSize = 2048

// tally is what a worker adds up over trials. The sum of two tallies must not
// depend on their order, so that any number of workers gives the same result.
type tally[T any] interface {
	// trials simulates the n trials of one block and adds them up.
	trials(block, n int)
	// add adds what another worker has added up.
	add(T)
}

// earliest is the first of some trials. The zero value is none.
type earliest int // counted from 1

// see sees one more trial.
func (e *earliest) see(trial int) { e.add(earliest(trial + 1)) }

// add adds what another has seen.
func (e *earliest) add(o earliest) {
	if o > 0 && (*e == 0 || o < *e) {
		*e = o
	}
}

// trial is the trial, counted from 0; -1 for none.
func (e earliest) trial() int { return int(e) - 1 }

// sumTrials runs n trials in blocks of blockSize, spread over the workers,
// and returns the sum of the workers' tallies, each begun with empty. Memory
// does not grow with the number of trials.
func sumTrials[T tally[T]](ctx context.Context, x Exec, n int, empty func() T) (T, error) {
	blocks := (n + blockSize - 1) / blockSize
	workers := x.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, blocks)

	var (
		mu    sync.Mutex // guards what follows
		next  int
		done  int
		total = empty()
		wait  sync.WaitGroup
	)
	take := func(finished int) (block int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if finished > 0 {
			done += finished
			if x.Progress != nil {
				x.Progress(done, n)
			}
		}
		if next == blocks || ctx.Err() != nil {
			return 0, false
		}
		next++
		return next - 1, true
	}
	for range workers {
		wait.Go(func() {
			mine := empty()
			finished := 0
			for {
				block, ok := take(finished)
				if !ok {
					break
				}
				finished = min(blockSize, n-block*blockSize)
				mine.trials(block, finished)
			}
			mu.Lock()
			total.add(mine)
			mu.Unlock()
		})
	}
	wait.Wait()
	return total, ctx.Err()
}
