"""Setting up the logging module from a dict or from a file.

A dict names formatters, filters, handlers and loggers; the later ones refer to the earlier ones by name. Values may be
texts that stand for something else: "ext://name" for what a dotted name stands for, "cfg://key" for another part of the
dict.
"""
import logging

DEFAULT_LOGGING_CONFIG_PORT = 9030
_NO_SOCKETS = "logging.config.{}() is not available: there are no sockets here"


def listen(port=DEFAULT_LOGGING_CONFIG_PORT, verify=None):
    """Not available: it would wait for configurations from a socket."""
    raise NotImplementedError(_NO_SOCKETS.format("listen"))


def stopListening():
    """Nothing listens."""


def _resolve(name):
    """What a dotted name stands for, where modules are imported on the way."""
    path, *rest = name.split(".")
    found = __import__(path)
    for part in rest:
        path += "." + part
        if not hasattr(found, part):
            __import__(path)
        found = getattr(found, part)
    return found


def _forget_handlers():
    for name, handler in list(logging._handlers.items()):
        handler.close()
    logging._handlers.clear()
    logging.shutdown(logging._handlerList[:])
    del logging._handlerList[:]


def _disable_others(named, disabled):
    """Disable the loggers that there were and that a configuration does not name; those below a named one stay, with
    nothing of their own."""
    for name in disabled:
        logger = logging.root.manager.loggerDict[name]
        if not isinstance(logger, logging.PlaceHolder):
            below = any(name.startswith(parent + ".") for parent in named)
            if below:
                logger.setLevel(logging.NOTSET)
                logger.handlers = []
                logger.propagate = True
            else:
                logger.disabled = True


class BaseConfigurator:
    """Turns the texts of a configuration into what they stand for."""

    def __init__(self, config):
        self.config = config

    def resolve(self, s):
        """What a dotted name stands for."""
        try:
            return _resolve(s)
        except ImportError as failure:
            raise ValueError(f"Cannot resolve {s!r}: {failure}") from failure

    def convert(self, value):
        """A value with all texts in it replaced that stand for something else."""
        if isinstance(value, str):
            kind, sign, rest = value.partition("://")
            if sign and kind == "ext":
                return self.resolve(rest)
            return self.cfg_convert(rest) if sign and kind == "cfg" else value
        if isinstance(value, dict):
            return {key: self.convert(part) for key, part in value.items()}
        if isinstance(value, (list, tuple)):
            parts = [self.convert(part) for part in value]
            return type(value)._make(parts) if hasattr(value, "_make") else type(value)(parts)
        return value

    def cfg_convert(self, path):
        """The part of the configuration at a path such as handlers.file.args[0]."""
        found = self.config
        for step in path.replace("[", ".[").split("."):
            if not step:
                raise ValueError(f"Unable to convert {path!r}")
            if step[0] == "[":
                if step[-1] != "]":
                    raise ValueError(f"Unable to convert {path!r} at {step!r}")
                step = step[1:-1]
                found = found[int(step)] if step.isdigit() and not (isinstance(found, dict) and step in found) \
                    else found[step]
            else:
                found = found[step]
        return self.convert(found)

    def configure_custom(self, config):
        """What the factory that "()" names gives for the other values; "." holds attributes to set."""
        config = dict(config)
        factory, attributes = config.pop("()"), config.pop(".", None)
        if not callable(factory):
            factory = self.resolve(factory)
        made = factory(**{key: self.convert(value) for key, value in config.items() if key.isidentifier()})
        for name, value in (attributes or {}).items():
            setattr(made, name, value)
        return made


class DictConfigurator(BaseConfigurator):
    """Sets up logging from a dict."""

    def configure(self):
        """Do it."""
        config = self.config
        if "version" not in config:
            raise ValueError("dictionary doesn't specify a version")
        if config["version"] != 1:
            raise ValueError(f"Unsupported version: {config['version']}")
        if config.get("incremental", False):
            self._configure_incremental(config)
        else:
            self._configure_whole(config)

    def _each(self, config, kind, what, act):
        """act(name, value) for each entry of a kind; failures are told with the name."""
        for name, value in config.get(kind, {}).items():
            try:
                act(name, value)
            except Exception as failure:
                raise ValueError(f"Unable to configure {what} {name!r}") from failure

    def _configure_incremental(self, config):
        def set_level(name, value):
            level = value.get("level", None)
            if level:
                logging._handlers[name].setLevel(logging._checkLevel(level))

        for name in config.get("handlers", {}):
            if name not in logging._handlers:
                raise ValueError(f"No handler found with name {name!r}")
        self._each(config, "handlers", "handler", set_level)
        self._each(config, "loggers", "logger", lambda name, value: self.configure_logger(name, value, True))
        self._configure_root(config, True)

    def _configure_root(self, config, incremental=False):
        if config.get("root", None):
            try:
                self.common_logger_config(logging.getLogger(), config["root"], incremental)
            except Exception as failure:
                raise ValueError("Unable to configure root logger") from failure

    def _configure_whole(self, config):
        disable = config.get("disable_existing_loggers", True)
        _forget_handlers()
        self.formatters, self.filters, self.handlers = {}, {}, {}

        def keep(table, make):
            def act(name, value):
                table[name] = make(value)
            return act

        self._each(config, "formatters", "formatter", keep(self.formatters, self.configure_formatter))
        self._each(config, "filters", "filter", keep(self.filters, self.configure_filter))
        # Handlers may refer to one another, in any order.
        waiting = sorted(config.get("handlers", {}))
        while waiting:
            later = []
            for name in waiting:
                try:
                    handler = self.configure_handler(config["handlers"][name])
                    handler.name = name
                    self.handlers[name] = handler
                except _NotYet:
                    later.append(name)
                except Exception as failure:
                    raise ValueError(f"Unable to configure handler {name!r}") from failure
            if len(later) == len(waiting):
                raise ValueError(f"Unable to configure handler {later[0]!r}")
            waiting = later
        named = config.get("loggers", {})
        before = [name for name in logging.root.manager.loggerDict if name not in named]
        self._each(config, "loggers", "logger", self.configure_logger)
        if disable:
            _disable_others(named, before)
        else:
            _disable_others(named, [name for name in before if any(name.startswith(other + ".") for other in named)])
        self._configure_root(config)

    def configure_formatter(self, config):
        """A formatter."""
        config = self.convert(config)
        if "()" in config:
            try:
                return self.configure_custom(config)
            except TypeError as failure:
                if "'format'" not in str(failure):
                    raise
                # Factories call it fmt.
                return self.configure_custom({("fmt" if key == "format" else key): value
                                              for key, value in config.items()})
        kind = self.resolve(config["class"]) if config.get("class") else logging.Formatter
        options = {"validate": config["validate"]} if "validate" in config else {}
        return kind(config.get("format"), config.get("datefmt"), config.get("style", "%"), **options)

    def configure_filter(self, config):
        """A filter."""
        config = self.convert(config)
        return self.configure_custom(config) if "()" in config else logging.Filter(config.get("name", ""))

    def add_filters(self, filterer, filters):
        """Give filters, by name or as they are, to a handler or a logger."""
        for each in filters:
            try:
                filterer.addFilter(each if callable(each) or callable(getattr(each, "filter", None))
                                   else self.filters[each])
            except Exception as failure:
                raise ValueError(f"Unable to add filter {each!r}") from failure

    def configure_handler(self, config):
        """A handler."""
        config = self.convert(dict(config))
        formatter, level = config.pop("formatter", None), config.pop("level", None)
        filters, attributes = config.pop("filters", None), config.pop(".", None)
        if formatter is not None:
            try:
                formatter = self.formatters[formatter]
            except Exception as failure:
                raise ValueError(f"Unable to set formatter {formatter!r}") from failure
        if "()" in config:
            factory = config.pop("()")
            factory = factory if callable(factory) else self.resolve(factory)
        else:
            name = config.pop("class")
            factory = name if callable(name) else self.resolve(name)
            if config.get("target") is not None and isinstance(factory, type) and _is_memory_handler(factory):
                if config["target"] not in self.handlers:
                    raise _NotYet
                config["target"] = self.handlers[config["target"]]
        handler = factory(**{key: value for key, value in config.items() if key.isidentifier()})
        if formatter:
            handler.setFormatter(formatter)
        if level is not None:
            handler.setLevel(logging._checkLevel(level))
        if filters:
            self.add_filters(handler, filters)
        for name, value in (attributes or {}).items():
            setattr(handler, name, value)
        return handler

    def add_handlers(self, logger, handlers):
        """Give handlers by name to a logger."""
        for name in handlers:
            try:
                logger.addHandler(self.handlers[name])
            except Exception as failure:
                raise ValueError(f"Unable to add handler {name!r}") from failure

    def common_logger_config(self, logger, config, incremental=False):
        """What the root logger and the others have in common."""
        level = config.get("level", None)
        if level is not None:
            logger.setLevel(logging._checkLevel(level))
        if not incremental:
            for handler in logger.handlers[:]:
                logger.removeHandler(handler)
            if config.get("handlers"):
                self.add_handlers(logger, config["handlers"])
            if config.get("filters"):
                self.add_filters(logger, config["filters"])

    def configure_logger(self, name, config, incremental=False):
        """A logger that is not the root."""
        logger = logging.getLogger(name)
        self.common_logger_config(logger, config, incremental)
        logger.disabled = False
        if config.get("propagate", None) is not None:
            logger.propagate = config["propagate"]


class _NotYet(Exception):
    """A handler refers to one that is not made yet."""


def _is_memory_handler(kind):
    from logging.handlers import MemoryHandler
    return issubclass(kind, MemoryHandler)


dictConfigClass = DictConfigurator


def dictConfig(config):
    """Set up logging from a dict."""
    dictConfigClass(config).configure()


# -- Files


def fileConfig(fname, defaults=None, disable_existing_loggers=True, encoding=None):
    """Set up logging from a file in the form of configparser, or from a parser."""
    import configparser
    if isinstance(fname, configparser.RawConfigParser):
        parser = fname
    else:
        parser = configparser.ConfigParser(defaults)
        if hasattr(fname, "readline"):
            parser.read_file(fname)
        else:
            parser.read(fname, encoding=encoding)
    formatters = {name: _formatter_of(parser[f"formatter_{name}"]) for name in _names(parser["formatters"]["keys"])}
    _forget_handlers()
    handlers, targets = {}, {}
    for name in _names(parser["handlers"]["keys"]):
        handlers[name] = _handler_of(parser[f"handler_{name}"], formatters)
        handlers[name].name = name
        if parser[f"handler_{name}"].get("target", ""):
            targets[name] = parser[f"handler_{name}"]["target"]
    for name, target in targets.items():
        handlers[name].setTarget(handlers[target])
    _loggers_of(parser, handlers, disable_existing_loggers)


def _names(text):
    return [name.strip() for name in text.split(",") if name.strip()]


def _formatter_of(section):
    kind = _resolve(section["class"]) if section.get("class") else logging.Formatter
    return kind(section.get("format", None, raw=True), section.get("datefmt", None, raw=True),
                section.get("style", "%", raw=True))


def _evaluated(text):
    return eval(text, vars(logging))


def _handler_of(section, formatters):
    try:
        kind = _evaluated(section["class"])
    except (AttributeError, NameError):
        kind = _resolve(section["class"])
    handler = kind(*_evaluated(section.get("args", "()")), **_evaluated(section.get("kwargs", "{}")))
    if section.get("level"):
        handler.setLevel(section["level"])
    if section.get("formatter", ""):
        handler.setFormatter(formatters[section["formatter"]])
    return handler


def _loggers_of(parser, handlers, disable_existing):
    names = _names(parser["loggers"]["keys"])
    names.remove("root")
    before = list(logging.root.manager.loggerDict)
    named = []
    for name in ["root", *names]:
        section = parser[f"logger_{name}"]
        if name == "root":
            logger = logging.root
        else:
            named.append(section["qualname"])
            logger = logging.getLogger(section["qualname"])
            logger.propagate = section.getint("propagate", fallback=1)
            logger.disabled = False
        if section.get("level"):
            logger.setLevel(section["level"])
        for handler in logger.handlers[:]:
            logger.removeHandler(handler)
        for handler in _names(section["handlers"]):
            logger.addHandler(handlers[handler])
    if disable_existing:
        _disable_others(named, [name for name in before if name not in named])
