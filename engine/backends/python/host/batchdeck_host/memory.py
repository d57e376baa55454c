"""Two files without a name that this process and the engine share: one the engine writes, one this process writes."""

import collections
import mmap
import os
import weakref

import numpy as np

from .huge_pages import HUGE_PAGE, use_huge_pages

ALIGNMENT = 64
# Slots from this size on are parts of huge pages, also in `shared-memory.ts`.
_LARGE_SLOT = HUGE_PAGE // 4


class SharedInputs:
    """Memory that the engine lends: a slot is released when no array uses it any more."""

    def __init__(self, fd):
        self._fd = fd
        self._view = memoryview(b"")
        self._address = 0
        self._loans = {}
        self._freed = collections.deque()

    def view(self, offset, length):
        if offset + length > len(self._view):
            self._map(offset, length)
        return self._view[offset : offset + length]

    def offset_of(self, array):
        """Where in the file an array of bytes is; None where it is in other memory."""
        offset = _address_of(array) - self._address
        return offset if 0 <= offset <= len(self._view) - len(array) else None

    def _map(self, offset, length):
        size = os.fstat(self._fd).st_size
        if length >= _LARGE_SLOT:
            use_huge_pages(self._fd, offset // HUGE_PAGE * HUGE_PAGE, size // HUGE_PAGE * HUGE_PAGE)
        # Arrays keep the mapping they were made of.
        self._view = memoryview(mmap.mmap(self._fd, size))
        self._address = _address_of(np.frombuffer(self._view, np.uint8))

    def lend(self, slot, arrays):
        """Keeps the slot until all arrays are gone, with everything that shares their memory."""
        if not arrays:
            self._freed.append(slot)
            return
        references = []
        self._loans[slot] = references

        def gone(reference):
            references.remove(reference)
            if not references and self._loans.pop(slot, None) is not None:
                self._freed.append(slot)

        references.extend([weakref.ref(array, gone) for array in arrays])

    def freed(self):
        """The slots that were released since the last call."""
        slots = []
        while self._freed:
            slots.append(self._freed.popleft())
        return slots


class SharedOutputs:
    """Memory that this process writes: a slot is free again when the engine has read the frame that names it."""

    def __init__(self, fd):
        self._fd = fd
        self._view = None
        self._end = 0
        self._free = collections.defaultdict(list)
        self._sent = collections.deque()
        self._sequence = 0

    def place(self, pieces):
        """Copies the pieces into one slot: the frame's number and the offsets. None where the memory is used up."""
        length = sum(-(-len(piece) // ALIGNMENT) * ALIGNMENT for piece in pieces)
        size = 1 << max(12, (length - 1).bit_length())
        slot = self._take(size)
        if slot is None:
            return None
        offsets = []
        at = slot
        for piece in pieces:
            self._view[at : at + len(piece)] = piece
            offsets.append(at)
            at += -(-len(piece) // ALIGNMENT) * ALIGNMENT
        self._sequence += 1
        self._sent.append((self._sequence, size, slot))
        return self._sequence, offsets

    def acknowledge(self, sequence):
        while self._sent and self._sent[0][0] <= sequence:
            _, size, slot = self._sent.popleft()
            self._free[size].append(slot)

    def _take(self, size):
        free = self._free[size]
        if not free:
            self._grow(size)
        return free.pop() if free else None

    def _grow(self, size):
        start = self._end
        end = start + size
        if size >= _LARGE_SLOT:
            start = -(-start // HUGE_PAGE) * HUGE_PAGE
            end = start + max(size, HUGE_PAGE)
        try:
            # Reserves the pages: writing to pages that the system does not have would end the process.
            os.posix_fallocate(self._fd, start, end - start)
            if size >= _LARGE_SLOT:
                use_huge_pages(self._fd, start, end)
            self._view = memoryview(mmap.mmap(self._fd, end))
        except (OSError, AttributeError):
            return
        self._end = end
        self._free[size].extend(range(start, end, size))


def _address_of(array):
    return array.__array_interface__["data"][0]
