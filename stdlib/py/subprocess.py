"""Running other programs."""
import os

__all__ = ["Popen", "PIPE", "STDOUT", "call", "check_call", "getstatusoutput", "getoutput", "check_output", "run",
           "CalledProcessError", "DEVNULL", "SubprocessError", "TimeoutExpired", "CompletedProcess"]
PIPE = -1
STDOUT = -2
DEVNULL = -3


class SubprocessError(Exception):
    """The base of this module's errors."""


class CalledProcessError(SubprocessError):
    """A program that ended with a status other than zero."""

    def __init__(self, returncode, cmd, output=None, stderr=None):
        self.returncode = returncode
        self.cmd = cmd
        self.output = output
        self.stderr = stderr

    def __str__(self):
        if self.returncode and self.returncode < 0:
            return "Command '%s' died with signal %d." % (self.cmd, -self.returncode)
        return "Command '%s' returned non-zero exit status %d." % (self.cmd, self.returncode)

    @property
    def stdout(self):
        return self.output

    @stdout.setter
    def stdout(self, value):
        self.output = value


class TimeoutExpired(SubprocessError):
    """A program that took too long."""

    def __init__(self, cmd, timeout, output=None, stderr=None):
        self.cmd = cmd
        self.timeout = timeout
        self.output = output
        self.stderr = stderr

    def __str__(self):
        return "Command '%s' timed out after %s seconds" % (self.cmd, self.timeout)

    @property
    def stdout(self):
        return self.output


class CompletedProcess:
    """A program that has run."""

    def __init__(self, args, returncode, stdout=None, stderr=None):
        self.args = args
        self.returncode = returncode
        self.stdout = stdout
        self.stderr = stderr

    def __repr__(self):
        args = ["args={!r}".format(self.args), "returncode={!r}".format(self.returncode)]
        if self.stdout is not None:
            args.append("stdout={!r}".format(self.stdout))
        if self.stderr is not None:
            args.append("stderr={!r}".format(self.stderr))
        return "{}({})".format(type(self).__name__, ", ".join(args))

    def check_returncode(self):
        """CalledProcessError if the command failed."""
        if self.returncode:
            raise CalledProcessError(self.returncode, self.args, self.stdout, self.stderr)


class Popen:
    """A program that runs."""

    def __init__(self, args, bufsize=-1, executable=None, stdin=None, stdout=None, stderr=None, preexec_fn=None,
                 close_fds=True, shell=False, cwd=None, env=None, universal_newlines=None, startupinfo=None,
                 creationflags=0, restore_signals=True, start_new_session=False, pass_fds=(), *, user=None, group=None,
                 extra_groups=None, encoding=None, errors=None, text=None, umask=-1, pipesize=-1, process_group=None):
        if preexec_fn is not None:
            raise NotImplementedError("preexec_fn is not supported")
        self.args = args
        self.returncode = None
        self.stdin = self.stdout = self.stderr = None
        self.text_mode = bool(encoding or errors or text or universal_newlines)
        if isinstance(args, (str, bytes)) or hasattr(args, "__fspath__"):
            words = [os.fsdecode(args)]
        else:
            words = [os.fsdecode(a) for a in args]
        if shell:
            words = [executable or "/bin/sh", "-c"] + words
        elif executable is not None:
            words[0] = os.fsdecode(executable)
        ours, theirs, to_close = [None] * 3, [0, 1, 2], []
        try:
            for i, given in enumerate((stdin, stdout, stderr)):
                if given is None:
                    continue
                if given == PIPE:
                    r, w = os.pipe()
                    ours[i], theirs[i] = (w, r) if i == 0 else (r, w)
                    to_close.append(theirs[i])
                elif given == DEVNULL:
                    theirs[i] = os.open(os.devnull, os.O_RDWR, 0o666)
                    to_close.append(theirs[i])
                elif given == STDOUT and i == 2:
                    theirs[2] = theirs[1]
                elif isinstance(given, int):
                    theirs[i] = given
                else:
                    given.flush()
                    theirs[i] = given.fileno()
            variables = None
            if env is not None:
                variables = [f"{os.fsdecode(k)}={os.fsdecode(v)}" for k, v in env.items()]
            self.pid = os._spawn(words, variables, None if cwd is None else os.fsdecode(cwd), *theirs)
        except BaseException:
            for fd in ours:
                if fd is not None:
                    os.close(fd)
            raise
        finally:
            for fd in to_close:
                os.close(fd)

        def stream(fd, mode):
            if fd is None:
                return None
            if self.text_mode:
                return open(fd, mode[0], bufsize if bufsize > 0 else -1, encoding=encoding, errors=errors)
            return open(fd, mode, bufsize)
        self.stdin = stream(ours[0], "wb")
        self.stdout = stream(ours[1], "rb")
        self.stderr = stream(ours[2], "rb")

    def __repr__(self):
        return f"<{type(self).__name__}: returncode: {self.returncode} args: {self.args!r}>"

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        for f in (self.stdout, self.stderr, self.stdin):
            if f:
                f.close()
        self.wait()

    def _ended(self, status):
        self.returncode = -(status & 127) if status & 127 else status >> 8

    def poll(self):
        """The status, or None while the program runs."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, 1)
            if pid:
                self._ended(status)
        return self.returncode

    def wait(self, timeout=None):
        """Wait for the end."""
        if self.returncode is None:
            if timeout is None:
                self._ended(os.waitpid(self.pid, 0)[1])
            else:
                import time
                end = time.monotonic() + timeout
                delay = 0.0005
                while self.poll() is None:
                    left = end - time.monotonic()
                    if left <= 0:
                        raise TimeoutExpired(self.args, timeout)
                    delay = min(delay * 2, left, 0.05)
                    time.sleep(delay)
        return self.returncode

    def communicate(self, input=None, timeout=None):
        """Send input, read all output, wait."""
        out = err = None
        if self.stdin and (self.stdout or self.stderr) and input and len(input) > 60000:
            # The input does not fit into the pipe: a helper program feeds it from a file.
            raise NotImplementedError("communicate() takes up to 60000 characters of input together with piped output")
        if self.stdin:
            try:
                if input:
                    self.stdin.write(input)
                self.stdin.close()
            except BrokenPipeError:
                pass
        if self.stdout and self.stderr:
            out, err = self._read_both()
        elif self.stdout:
            out = self.stdout.read()
            self.stdout.close()
        elif self.stderr:
            err = self.stderr.read()
            self.stderr.close()
        self.wait(timeout)
        return out, err

    def _read_both(self):
        # Wait with the second pipe until the first is at its end: enough while it holds less than a pipe's worth.
        out = self.stdout.read()
        err = self.stderr.read()
        self.stdout.close()
        self.stderr.close()
        return out, err

    def send_signal(self, sig):
        """Send the process a signal."""
        self.poll()
        if self.returncode is None:
            os.kill(self.pid, sig)

    def terminate(self):
        """Ask the process to end."""
        self.send_signal(15)

    def kill(self):
        """End the process."""
        self.send_signal(9)


def run(*popenargs, input=None, capture_output=False, timeout=None, check=False, **kwargs):
    """Run a program and wait for it."""
    if input is not None:
        if kwargs.get("stdin") is not None:
            raise ValueError("stdin and input arguments may not both be used.")
        kwargs["stdin"] = PIPE
    if capture_output:
        if kwargs.get("stdout") is not None or kwargs.get("stderr") is not None:
            raise ValueError("stdout and stderr arguments may not be used with capture_output.")
        kwargs["stdout"] = PIPE
        kwargs["stderr"] = PIPE
    with Popen(*popenargs, **kwargs) as process:
        try:
            stdout, stderr = process.communicate(input, timeout=timeout)
        except BaseException:
            process.kill()
            process.wait()
            raise
        retcode = process.poll()
        if check and retcode:
            raise CalledProcessError(retcode, process.args, output=stdout, stderr=stderr)
    return CompletedProcess(process.args, retcode, stdout, stderr)


def call(*popenargs, timeout=None, **kwargs):
    """Run a command; gives its exit status."""
    with Popen(*popenargs, **kwargs) as p:
        try:
            return p.wait(timeout=timeout)
        except BaseException:
            p.kill()
            raise


def check_call(*popenargs, **kwargs):
    """Run a command; CalledProcessError if it fails."""
    retcode = call(*popenargs, **kwargs)
    if retcode:
        cmd = kwargs.get("args")
        raise CalledProcessError(retcode, popenargs[0] if cmd is None else cmd)
    return 0


def check_output(*popenargs, timeout=None, **kwargs):
    """What a command prints; CalledProcessError if it fails."""
    for kw in ("stdout", "check"):
        if kw in kwargs:
            raise ValueError(f"{kw} argument not allowed, it will be overridden.")
    return run(*popenargs, stdout=PIPE, timeout=timeout, check=True, **kwargs).stdout


def getstatusoutput(cmd, *, encoding=None, errors=None):
    """(exit status, what it prints) of a shell command."""
    try:
        data = check_output(cmd, shell=True, text=True, stderr=STDOUT, encoding=encoding, errors=errors)
        exitcode = 0
    except CalledProcessError as ex:
        data = ex.output
        exitcode = ex.returncode
    return exitcode, data[:-1] if data[-1:] == "\n" else data


def getoutput(cmd, *, encoding=None, errors=None):
    """What a shell command prints."""
    return getstatusoutput(cmd, encoding=encoding, errors=errors)[1]


def list2cmdline(seq):
    """A list of words as one line."""
    out = []
    for arg in map(os.fsdecode, seq):
        quote = " " in arg or "\t" in arg or not arg
        out.append(f'"{arg}"' if quote else arg.replace('"', '\\"'))
    return " ".join(out)
