"""Arrays on a GPU, taken from PyTorch, JAX and others, and given to them, without a copy.

Numba's own arrays there offer the CUDA array interface alone. Those made here offer DLPack as well:
cuda.core, on which numba-cuda stands, writes the capsules and keeps the memory until they are
given back.
"""

from importlib import import_module
from typing import Any

from numba import cuda as numba_cuda
from numba.cuda.cudadrv import devicearray as numba_arrays

from siberia.engine.errors import SetupError

# Numba's types do not know all that is in there.
cuda: Any = numba_cuda
devicearray: Any = numba_arrays
# What DLPack calls the memory of a GPU, and memory that it shares with the host.
GPU_MEMORY = (2, 13)
# How DLPack names the stream that CUDA works on by default, and how it says: mind no stream.
DEFAULT_STREAM, NO_STREAM = 1, -1
# Numba's simulator has no such class: its arrays lie in the host's memory and offer DLPack already.
NumbaArray: Any = getattr(devicearray, "DeviceNDArray", object)


class GpuArray(NumbaArray):  # type: ignore[misc]  # Numba's classes have no types.
    """Numba's array on a GPU, with DLPack."""

    def _view(self) -> Any:
        return memory_views().from_cuda_array_interface(self, stream_ptr=NO_STREAM)

    def __dlpack_device__(self) -> tuple[int, int]:
        kind, number = self._view().__dlpack_device__()
        return int(kind), int(number)

    def __dlpack__(self, *, stream: int | None = None, **asked: Any) -> Any:
        """Return a capsule; what is done on `stream` from now on waits for what is written here."""
        if stream != NO_STREAM:
            let_wait(cuda.external_stream(stream or DEFAULT_STREAM), self.stream)
        return self._view().__dlpack__(**asked)


def memory_views() -> Any:
    """Return cuda.core's class of views, which is only there where a GPU can be."""
    return import_module("cuda.core.utils").StridedMemoryView


def shared(array: Any, stream: Any, *, to_write: bool) -> Any:
    """Return an array that lies on a GPU as one of Numba's, or None if it lies elsewhere.

    What is done on the stream from now on waits for what its owner is still writing, if that says
    so: DLPack does, the CUDA array interface may.
    """
    if devicearray.is_cuda_ndarray(array):
        return on_stream(array, stream)
    if offers_dlpack(array):
        described, owner = by_dlpack(array, stream)
    elif hasattr(array, "__cuda_array_interface__"):
        described, owner = by_interface(array, stream), array
    else:
        return None
    if to_write and described["data"][1]:
        raise ValueError("this array is to be written, but it is read-only")
    return on_stream(cuda.from_cuda_array_interface(described, owner=owner), stream)


def offers_dlpack(array: Any) -> bool:
    """Say whether an array lies on a GPU and can be had by DLPack."""
    return hasattr(array, "__dlpack_device__") and array.__dlpack_device__()[0] in GPU_MEMORY


def by_dlpack(array: Any, stream: Any) -> tuple[dict[str, Any], Any]:
    """Describe an array as the CUDA array interface does, and say what keeps it."""
    handle = int(stream) if stream else DEFAULT_STREAM
    view = memory_views().from_dlpack(array, stream_ptr=handle)
    strides = view.strides and tuple(steps * view.dtype.itemsize for steps in view.strides)
    described = {
        "shape": view.shape,
        "strides": strides,
        "typestr": view.dtype.str,
        "data": (view.ptr, view.readonly),
        "version": 3,
    }
    return described, view


def by_interface(array: Any, stream: Any) -> dict[str, Any]:
    """Describe an array by the CUDA array interface, and wait for the stream it names."""
    described = dict(array.__cuda_array_interface__)
    writer = described.pop("stream", None)
    if writer is not None:
        let_wait(stream, cuda.external_stream(writer))
    return described


def on_stream(array: Any, stream: Any) -> Any:
    """Return the same memory as an array with DLPack that is worked on in a stream."""
    if NumbaArray is object:
        return array
    return GpuArray(array.shape, array.strides, array.dtype, stream, array.gpu_data)


def let_wait(stream: Any, writer: Any) -> None:
    """Let a stream wait for all that another has to do until now; the host waits for neither."""
    event = cuda.event(timing=False)
    event.record(writer)
    event.wait(stream)


def stream_of(given: Any) -> Any:
    """Return Numba's stream for a handle or an object that has one; 0 is the default stream."""
    if given is None or hasattr(given, "auto_synchronize"):
        # None, or Numba's own.
        return given or 0
    handle = given.__cuda_stream__()[1] if hasattr(given, "__cuda_stream__") else given
    if isinstance(handle, bool) or not isinstance(handle, int):
        message = f"a stream is a handle, or an object with __cuda_stream__, not {given!r}"
        raise SetupError(message, about="stream")
    return cuda.external_stream(handle) if handle else 0
