"""Two files without a name that this process and the engine share: one the engine writes, one this process writes."""

import collections
import mmap
import os
import weakref

ALIGNMENT = 64


class SharedInputs:
    """Memory that the engine lends: a slot is released when no array uses it any more."""

    def __init__(self, fd):
        self._fd = fd
        self._view = None
        self._loans = {}
        self._freed = collections.deque()

    def view(self, offset, length):
        if self._view is None or offset + length > len(self._view):
            # Arrays keep the mapping they were made of.
            self._view = memoryview(mmap.mmap(self._fd, os.fstat(self._fd).st_size))
        return self._view[offset : offset + length]

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
        if free:
            return free.pop()
        slot = self._end
        try:
            # Reserves the pages: writing to pages that the system does not have would end the process.
            os.posix_fallocate(self._fd, slot, size)
            self._view = memoryview(mmap.mmap(self._fd, slot + size))
        except (OSError, AttributeError):
            return None
        self._end = slot + size
        return slot
