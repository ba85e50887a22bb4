"""How BenchExec starts nonomill, and what its answers mean: see docs/lab/benchexec.md."""

import json

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """
    Tool info for nonomill, a solver of nonograms.
    The property is that a puzzle has exactly one solution: true, or false(multiple)
    or false(contradiction) with the reason.
    """

    ANSWERS = {
        "unique": result.RESULT_TRUE_PROP,
        "multiple": result.RESULT_FALSE_PROP + "(multiple)",
        "contradiction": result.RESULT_FALSE_PROP + "(contradiction)",
    }

    def name(self):
        return "nonomill"

    def executable(self, tool_locator):
        try:
            return tool_locator.find_executable("nonomill", subdir="bin")
        except benchexec.tools.template.ToolNotFoundException:
            # So it is called in a clone.
            return tool_locator.find_executable("nonomill.js", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable).replace("nonomill", "").strip()

    def cmdline(self, executable, options, task, rlimits):
        # BenchExec itself ends what takes too long.
        seconds = rlimits.cputime_hard or rlimits.cputime or rlimits.walltime
        timeout = [] if seconds is None else ["--timeout", f"{2 * seconds}s"]
        return [executable, "solve", task.single_input_file, "--json", *timeout, *options]

    def determine_result(self, run):
        found = self._answer(run.output)
        if found is None:
            if run.was_timeout:
                return "TIMEOUT"
            return f"ERROR ({run.exit_code.value})" if run.exit_code.value else result.RESULT_ERROR
        return self.ANSWERS.get(found["status"], result.RESULT_UNKNOWN)

    def get_value_from_output(self, output, identifier):
        found = self._answer(output)
        value = None if found is None else found.get(identifier)
        return None if value is None else str(value)

    @staticmethod
    def _answer(output):
        """The first puzzle's answer, or None: messages may stand around it."""
        for line in output:
            if not line.startswith("{"):
                continue
            try:
                found = json.loads(line)
            except ValueError:
                continue
            if "status" in found:
                return found
        return None
