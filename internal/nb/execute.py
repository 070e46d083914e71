# Configuration of nbconvert for `locklab run`: what it executes carries no
# times, and each cell that it starts is said aloud.
import sys


def say_cell(cell, cell_index):
    print("[locklab] cell", cell_index, file=sys.stderr, flush=True)


c = get_config()  # noqa: F821, given by traitlets
c.ExecutePreprocessor.allow_errors = True
c.ExecutePreprocessor.coalesce_streams = True
c.ExecutePreprocessor.interrupt_on_timeout = True
c.ExecutePreprocessor.on_cell_start = say_cell
c.ExecutePreprocessor.record_timing = False
