"""The engine's log."""

import enum
import logging
import traceback

from . import arguments
from .session import session


class LogLevel(enum.IntEnum):
    INFO = 0
    WARNING = 1
    ERROR = 2
    VERBOSE = 3


_NAMES = {
    LogLevel.INFO: "info",
    LogLevel.WARNING: "warning",
    LogLevel.ERROR: "error",
    LogLevel.VERBOSE: "verbose",
}


def write(level, message):
    session.send({"t": "log", "l": _NAMES[level], "m": message[:65536]})


def write_traceback(error):
    """The lines of a traceback, without those of this package."""
    lines = traceback.format_exception(type(error), error, model_frames(error.__traceback__))
    write(LogLevel.ERROR, "".join(lines))


def model_frames(frames):
    while frames is not None and "batchdeck_host" in frames.tb_frame.f_code.co_filename:
        frames = frames.tb_next
    return frames


class Logger:
    LogLevel = LogLevel
    INFO = LogLevel.INFO
    WARNING = LogLevel.WARNING
    ERROR = LogLevel.ERROR
    VERBOSE = LogLevel.VERBOSE

    @staticmethod
    def log(message, level=LogLevel.INFO):
        level = arguments.instance("level", level, LogLevel)
        write(level, arguments.text("message", message))

    @staticmethod
    def log_info(message):
        Logger.log(message, LogLevel.INFO)

    @staticmethod
    def log_warn(message):
        Logger.log(message, LogLevel.WARNING)

    @staticmethod
    def log_error(message):
        Logger.log(message, LogLevel.ERROR)

    @staticmethod
    def log_verbose(message):
        Logger.log(message, LogLevel.VERBOSE)


class UnconfiguredLogging(logging.Handler):
    """Takes what `logging` has where the model configured no handler."""

    def emit(self, record):
        try:
            level = (
                LogLevel.ERROR
                if record.levelno >= logging.ERROR
                else LogLevel.WARNING
                if record.levelno >= logging.WARNING
                else LogLevel.INFO
            )
            write(level, self.format(record))
        except Exception:
            self.handleError(record)
