"""Running other programs."""
import errno
import os
from _process import _call, _spawn

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
            import signal
            try:
                return "Command '%s' died with %r." % (self.cmd, signal.Signals(-self.returncode))
            except ValueError:
                return "Command '%s' died with unknown signal %d." % (self.cmd, -self.returncode)
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

    @stdout.setter
    def stdout(self, value):
        self.output = value


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


_PIPE_BUF = 4096  # as much as a pipe that is ready takes without waiting


def _end_of(timeout):
    if timeout is None:
        return None
    from time import monotonic
    return monotonic() + timeout


def _left_until(end):
    from time import monotonic
    return end - monotonic()


def _whole(name, value):
    """A size; None stands for -1."""
    if value is None:
        return -1
    if not isinstance(value, int):
        raise TypeError(f"{name} must be an integer")
    return value


def _number_of(account, kind, wrong_type):
    """The number of a user or of a group."""
    if isinstance(account, str):
        from _accounts import number_of
        number = number_of(account, kind)
        if number is None:
            raise KeyError(f"{'getpwnam' if kind == 'user' else 'getgrnam'}(): name not found: {account!r}")
    elif isinstance(account, int):
        number = account
    else:
        raise TypeError(wrong_type)
    if number < 0:
        raise ValueError(f"{kind.capitalize()} ID cannot be negative, got {number}")
    return number


def _accounts(group, extra_groups, user):
    """The numbers of the arguments of Popen: -1 for None, the groups None if they stay."""
    if group is not None:
        group = _number_of(group, "group", f"Group must be a string or an integer, not {type(group)}")
    if isinstance(extra_groups, str):
        raise ValueError("Groups must be a list, not a string")
    groups = None if extra_groups is None else [
        _number_of(extra, "group", f"Items in extra_groups must be a string or integer, not {type(extra)}")
        for extra in extra_groups]
    if groups and max(groups) >= 1 << 32:
        raise ValueError("invalid group id")
    if user is not None:
        user = _number_of(user, "user", "User must be a string or an integer")
    return -1 if group is None else group, groups, -1 if user is None else user


def _command(args, executable, shell):
    """The words of a command and its program."""
    if isinstance(args, (str, bytes)):
        words = [args]
    elif hasattr(args, "__fspath__"):
        if shell:
            raise TypeError("path-like args is not allowed when shell is true")
        words = [args]
    else:
        words = list(args)
    if shell:
        words = [executable or "/bin/sh", "-c", *words]
    return words, words[0] if executable is None else executable


class Popen:
    """A program that runs."""

    def __init__(self, args, bufsize=-1, executable=None, stdin=None, stdout=None, stderr=None, preexec_fn=None,
                 close_fds=True, shell=False, cwd=None, env=None, universal_newlines=None, startupinfo=None,
                 creationflags=0, restore_signals=True, start_new_session=False, pass_fds=(), *, user=None, group=None,
                 extra_groups=None, encoding=None, errors=None, text=None, umask=-1, pipesize=-1, process_group=None):
        bufsize = _whole("bufsize", bufsize)
        self.pipesize = _whole("pipesize", pipesize)
        if pass_fds and not close_fds:
            import warnings
            warnings.warn("pass_fds overriding close_fds.", RuntimeWarning, 2)
            close_fds = True
        pass_fds = [int(fd) for fd in pass_fds]
        if not all(0 <= fd < 1 << 31 for fd in pass_fds):
            raise ValueError("bad value(s) in fds_to_keep")
        if startupinfo is not None:
            raise ValueError("startupinfo is only supported on Windows platforms")
        if creationflags != 0:
            raise ValueError("creationflags is only supported on Windows platforms")
        self.args = args
        self.pid = self.returncode = None
        self.stdin = self.stdout = self.stderr = None
        self.errors = errors
        self._communicating = None  # once communicate() has exchanged bytes: what it has to send and has read
        self._patience = 0.25  # how long Ctrl-C, which the program gets too, waits for its end
        if text is not None and universal_newlines is not None and bool(universal_newlines) != bool(text):
            raise SubprocessError("Cannot disambiguate when both text and universal_newlines are supplied but "
                                  "different. Pass one or the other.")
        self.text_mode = encoding or errors or text or universal_newlines
        self.encoding = encoding or ("UTF-8" if self.text_mode else None)
        group, groups, user = _accounts(group, extra_groups, user)
        words, executable = _command(args, executable, shell)
        ours, theirs, to_close = [None] * 3, [0, 1, 2], []
        try:
            for i, given in enumerate((stdin, stdout, stderr)):
                if given is None:
                    continue
                if given == PIPE:
                    r, w = os.pipe()
                    ours[i], theirs[i] = (w, r) if i == 0 else (r, w)
                    to_close.append(theirs[i])
                    if self.pipesize > 0:
                        _call("fcntl", w, 1031, self.pipesize)  # F_SETPIPE_SZ
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
            pid = _spawn(os._program_paths(executable, env), words, os._variables(env), cwd, theirs, close_fds,
                         pass_fds, restore_signals, start_new_session, -1 if process_group is None else process_group,
                         user, group, groups, umask, preexec_fn, executable)
            if pid < 0:
                raise SubprocessError("Exception occurred in preexec_fn.")
            self.pid = pid
        except BaseException:
            for fd in ours:
                if fd is not None:
                    os.close(fd)
            raise
        finally:
            for fd in to_close:
                os.close(fd)
        if ours[0] is not None:
            self.stdin = self._stream(ours[0], "wb", bufsize)
        if ours[1] is not None:
            self.stdout = self._stream(ours[1], "rb", bufsize)
        if ours[2] is not None:
            self.stderr = self._stream(ours[2], "rb", bufsize)

    def _stream(self, fd, mode, size):
        if not self.text_mode:
            return open(fd, mode, size)
        from io import TextIOWrapper
        by_lines = size == 1  # which the stream of bytes below does not know
        binary = open(fd, mode, -1 if by_lines else size)
        if mode == "rb":
            return TextIOWrapper(binary, encoding=self.encoding, errors=self.errors)
        return TextIOWrapper(binary, write_through=True, line_buffering=by_lines, encoding=self.encoding,
                             errors=self.errors)

    def __repr__(self):
        shown = f"<{type(self).__name__}: returncode: {self.returncode} args: {self.args!r}>"
        return shown if len(shown) <= 80 else shown[:76] + "...>"

    __class_getitem__ = classmethod(os.GenericAlias)

    @property
    def universal_newlines(self):
        return self.text_mode

    @universal_newlines.setter
    def universal_newlines(self, universal_newlines):
        self.text_mode = bool(universal_newlines)

    def __enter__(self):
        return self

    def __exit__(self, kind, *rest):
        for f in (self.stdout, self.stderr):
            if f:
                f.close()
        try:
            if self.stdin:
                self.stdin.close()
        finally:
            if kind is KeyboardInterrupt:
                self._wait_a_moment(None)
            else:
                self.wait()

    def _ended(self, status):
        self.returncode = -(status & 127) if status & 127 else status >> 8

    def _wait_for_end(self, options):
        try:
            pid, status = os.waitpid(self.pid, options)
        except ChildProcessError:  # somebody else has waited for it
            pid, status = self.pid, 0
        if pid:
            self._ended(status)

    def poll(self):
        """The status, or None while the program runs."""
        if self.returncode is None:
            self._wait_for_end(1)
        return self.returncode

    def wait(self, timeout=None):
        """Wait for the end."""
        end = _end_of(timeout)
        try:
            return self._wait(timeout)
        except KeyboardInterrupt:
            self._wait_a_moment(end)
            raise

    def _wait(self, timeout):
        if self.returncode is None:
            if timeout is None:
                self._wait_for_end(0)
            else:
                from time import sleep
                end = _end_of(timeout)
                delay = 0.0005
                while self.poll() is None:
                    left = _left_until(end)
                    if left <= 0:
                        raise TimeoutExpired(self.args, timeout)
                    delay = min(delay * 2, left, 0.05)
                    sleep(delay)
        return self.returncode

    def _wait_a_moment(self, end):
        """After Ctrl-C: give the program, which got it too, time to end; once."""
        patience, self._patience = self._patience, 0
        if end is not None:
            patience = min(patience, _left_until(end))
        if patience > 0:
            try:
                self._wait(patience)
            except TimeoutExpired:
                pass

    def communicate(self, input=None, timeout=None):
        """Send input, read all output, wait. After TimeoutExpired it may be called again."""
        if self._communicating and input:
            raise ValueError("Cannot send input after starting communication")
        pipes = [f for f in (self.stdin, self.stdout, self.stderr) if f]
        if timeout is None and not self._communicating and len(pipes) < 2:  # nothing to wait for at the same time
            out = err = None
            if self.stdin:
                self._send_all(input)
            elif self.stdout:
                out = self.stdout.read()
                self.stdout.close()
            elif self.stderr:
                err = self.stderr.read()
                self.stderr.close()
            self.wait()
            return out, err
        end = _end_of(timeout)
        try:
            self._exchange(input, end, timeout)
        except KeyboardInterrupt:
            self._wait_a_moment(end)
            raise
        self.wait(None if end is None else _left_until(end))
        _, read = self._communicating
        return tuple(None if parts is None else self._text(stream, b"".join(parts))
                     for stream, parts in zip((self.stdout, self.stderr), read))

    def _send_all(self, input):
        try:
            if input:
                self.stdin.write(input)
            self.stdin.close()
        except BrokenPipeError:  # the program does not want it
            pass
        except OSError as failure:
            if failure.errno != errno.EINVAL:
                raise

    def _text(self, stream, data):
        if not self.text_mode:
            return data
        return data.decode(stream.encoding, stream.errors).replace("\r\n", "\n").replace("\r", "\n")

    def _exchange(self, input, end, timeout):
        """Send and read by turns, whatever pipe is ready, until all are at their end."""
        from _select import poll_descriptors, POLLIN, POLLOUT
        if not self._communicating:
            if self.stdin:
                try:
                    self.stdin.flush()
                except BrokenPipeError:
                    pass
                if not input:
                    try:
                        self.stdin.close()
                    except BrokenPipeError:
                        pass
                elif self.text_mode:
                    input = input.encode(self.stdin.encoding, self.stdin.errors)
            left = memoryview(input).cast("B") if self.stdin and input else b""
            self._communicating = [left, [[] if stream else None for stream in (self.stdout, self.stderr)]]
        state = self._communicating
        read = state[1]
        by_number = {stream.fileno(): (stream, parts) for stream, parts in zip((self.stdout, self.stderr), read)
                     if stream and not stream.closed}
        sending = self.stdin.fileno() if self.stdin and not self.stdin.closed and state[0] else None
        while by_number or sending is not None:
            wanted = [(number, POLLIN) for number in by_number]
            if sending is not None:
                wanted.append((sending, POLLOUT))
            wait = None if end is None else _left_until(end)
            ready = poll_descriptors(wanted, wait) if wait is None or wait >= 0 else ()
            if end is not None and _left_until(end) < 0:
                raise TimeoutExpired(self.args, timeout, *(parts and b"".join(parts) or None for parts in read))
            for number, _ in ready:
                if number == sending:
                    try:
                        sent = os.write(number, state[0][:_PIPE_BUF])
                    except BrokenPipeError:
                        sent = len(state[0])
                    state[0] = state[0][sent:]
                    if not state[0]:
                        sending = None
                        self.stdin.close()
                    continue
                stream, parts = by_number[number]
                if data := os.read(number, 32768):
                    parts.append(data)
                else:
                    del by_number[number]
                    stream.close()

    def send_signal(self, sig):
        """Send the process a signal."""
        self.poll()
        if self.returncode is None:
            try:
                os.kill(self.pid, sig)
            except ProcessLookupError:
                pass

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
        except TimeoutExpired:
            process.kill()
            process.wait()
            raise
        except BaseException:
            process.kill()
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
    if "input" in kwargs and kwargs["input"] is None:  # nothing to send, which is not the same as no pipe
        texts = ("text", "encoding", "errors", "universal_newlines")
        kwargs["input"] = "" if any(kwargs.get(kw) for kw in texts) else b""
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
