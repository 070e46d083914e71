# Configuration of nbconvert for `locklab run`: it executes notebooks one after
# another, and says on stdout, in lines of JSON, how far it is and what came of
# each.
import json
import os
import traceback

import nbformat
from nbconvert.preprocessors import ExecutePreprocessor

# What else writes to stdout, kernels too, is heard on stderr.
events = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def say(event, **more):
    print(json.dumps({"event": event, **more}), file=events, flush=True)


class Execute(ExecutePreprocessor):
    def preprocess(self, nb, resources, km=None):
        say("notebook")
        try:
            nb, resources = super().preprocess(nb, resources, km)
            say("ran", notebook=nbformat.writes(nb))
        except Exception as e:
            traceback.print_exc()
            say("broke", error=traceback.format_exception_only(e)[-1].strip())
        return nb, resources


c = get_config()  # noqa: F821, given by traitlets
c.NotebookExporter.preprocessors = [Execute]
c.Execute.allow_errors = True
c.Execute.coalesce_streams = True
c.Execute.interrupt_on_timeout = True
c.Execute.record_timing = False
c.Execute.on_cell_start = lambda cell, cell_index: say("cell", cell=cell_index)
