"""Arrays given to others and taken from them, as far as that can be tried without a GPU.

NumPy's memory stands for a GPU's, and what stands for CUDA notes which stream waits for which.
benchmarks/batch.py tries the same with a GPU.
"""

from types import SimpleNamespace

import numpy as np
import pytest

from siberia import SetupError
from siberia.envs import dlpack

OURS, THEIRS = 77, 99


class Event:
    """What one stream records and another waits for."""

    waits: list[tuple[object, object]]

    def record(self, stream):
        self.recorded = stream

    def wait(self, stream):
        self.waits.append((stream, self.recorded))


class MemoryView:
    """Stands for cuda.core's view of memory, over NumPy's."""

    def __init__(self, array):
        self.array = array
        self.ptr, self.shape, self.dtype = array.ctypes.data, array.shape, array.dtype
        self.strides = tuple(stride // array.itemsize for stride in array.strides)
        self.readonly = not array.flags.writeable

    @classmethod
    def from_cuda_array_interface(cls, array, stream_ptr):
        assert stream_ptr == dlpack.NO_STREAM
        return cls(array.memory)

    @classmethod
    def from_dlpack(cls, array, stream_ptr):
        array.read_on = stream_ptr
        return cls(array.memory)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, **asked):
        return self.array.__dlpack__(**asked)


@pytest.fixture
def waits(monkeypatch):
    """Let something else stand for CUDA, and return which streams wait for which."""
    waits: list[tuple[object, object]] = []
    monkeypatch.setattr(Event, "waits", waits, raising=False)
    cuda = SimpleNamespace(
        external_stream=lambda handle: handle,
        event=lambda timing: Event(),
        from_cuda_array_interface=lambda described, owner: SimpleNamespace(
            described=described, owner=owner
        ),
    )
    monkeypatch.setattr(dlpack, "cuda", cuda)
    monkeypatch.setattr(dlpack, "memory_views", lambda: MemoryView)
    monkeypatch.setattr(dlpack, "on_stream", lambda array, stream: array)
    return waits


def own(memory):
    """An array of ours, without the GPU that it would lie on."""
    array = dlpack.GpuArray.__new__(dlpack.GpuArray)
    array.memory, array.stream = memory, OURS
    return array


class OnGpu:
    """An array of another library that lies on a GPU and offers DLPack."""

    def __init__(self, memory, kind=2):
        self.memory, self.kind = memory, kind
        self.read_on = None

    def __dlpack_device__(self):
        return self.kind, 0


def interface(memory, **more):
    """An array of another library that offers the CUDA array interface alone."""
    described = {**memory.__array_interface__, "version": 3, **more}
    return SimpleNamespace(__cuda_array_interface__=described)


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.int64, np.float32, np.bool_])
def test_our_arrays_offer_dlpack(waits, kind):
    memory = np.ones((3, 4), kind)
    seen = np.from_dlpack(own(memory))
    assert np.shares_memory(seen, memory)
    assert seen.dtype == kind


def test_who_reads_by_dlpack_waits_for_what_is_written(waits):
    array = own(np.zeros(3))
    array.__dlpack__(stream=THEIRS, max_version=(1, 0))
    array.__dlpack__()
    array.__dlpack__(stream=dlpack.NO_STREAM)
    assert waits == [(THEIRS, OURS), (dlpack.DEFAULT_STREAM, OURS)]


@pytest.mark.parametrize(("stream", "named"), [(OURS, OURS), (0, dlpack.DEFAULT_STREAM)])
def test_arrays_of_others_are_taken_by_dlpack(waits, stream, named):
    given = OnGpu(np.zeros((3, 8), np.int16)[:, ::2])
    taken = dlpack.shared(given, stream, to_write=True)
    assert given.read_on == named, "its owner is told which stream must wait"
    assert taken.described == {
        "shape": (3, 4),
        "strides": (16, 4),
        "typestr": "<i2",
        "data": (given.memory.ctypes.data, False),
        "version": 3,
    }
    assert taken.owner.array is given.memory, "what keeps the memory is kept"


def test_arrays_of_others_are_taken_by_the_cuda_array_interface(waits):
    memory = np.zeros((3, 4), np.int16)
    for given in (interface(memory), interface(memory, stream=THEIRS)):
        taken = dlpack.shared(given, OURS, to_write=True)
        assert taken.owner is given
        assert taken.described["data"] == (memory.ctypes.data, False)
        assert "stream" not in taken.described, "Numba would make the host wait for it"
    assert waits == [(OURS, THEIRS)]


def test_what_lies_elsewhere_is_not_taken(waits):
    for given in ([1, 2], np.zeros(2), OnGpu(np.zeros(2), kind=1)):
        assert dlpack.shared(given, OURS, to_write=False) is None


def test_what_is_to_be_written_must_not_be_read_only(waits):
    memory = np.zeros(3)
    memory.flags.writeable = False
    for given in (OnGpu(memory), interface(memory)):
        assert dlpack.shared(given, OURS, to_write=False)
        with pytest.raises(ValueError, match="read-only"):
            dlpack.shared(given, OURS, to_write=True)


def test_a_stream_is_a_handle_or_has_one(waits):
    numbas = SimpleNamespace(auto_synchronize=None)
    for given, stream in (
        (None, 0),
        (0, 0),
        (THEIRS, THEIRS),
        (SimpleNamespace(__cuda_stream__=lambda: (0, THEIRS)), THEIRS),
        (numbas, numbas),
    ):
        assert dlpack.stream_of(given) == stream


@pytest.mark.parametrize("wrong", ["main", True, 1.5, SimpleNamespace()])
def test_what_is_no_stream_is_refused(waits, wrong):
    with pytest.raises(SetupError, match="a stream is a handle") as refused:
        dlpack.stream_of(wrong)
    assert refused.value.about == "stream"
