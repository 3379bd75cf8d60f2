"""The network that reads a cell: two convolutions and two full layers, with their gradients, in numpy alone."""

import numpy

WINDOW = (28, 20)  # rows and columns
KERNELS = (8, 24)  # of the first convolution, 5 by 5 at every other pixel, and of the second, 3 by 3
HIDDEN, CLASSES = 48, 38
ROWS, COLUMNS = WINDOW[0] // 2, WINDOW[1] // 2  # of the first convolution's output
POOLED = (ROWS // 2) * (COLUMNS // 2) * KERNELS[1]


def fresh(random):
    """Weights to begin with: a matrix and a bias for each layer."""
    sizes = [(25, KERNELS[0]), (9 * KERNELS[0], KERNELS[1]), (POOLED, HIDDEN), (HIDDEN, CLASSES)]
    # A window has the length one, not the length of 560 numbers of about one.
    scales = [4 * numpy.sqrt(2 / 25), numpy.sqrt(2 / sizes[1][0]), numpy.sqrt(2 / POOLED), numpy.sqrt(1 / HIDDEN)]
    weights = []
    for size, scale in zip(sizes, scales):
        weights += [(random.normal(size=size) * scale).astype(numpy.float32), numpy.zeros(size[1], numpy.float32)]
    return weights


def scores(weights, windows):
    """The scores of the classes for windows (n, 560), and what `gradients` needs of the way there."""
    n = len(windows)
    padded = numpy.zeros((n, WINDOW[0] + 4, WINDOW[1] + 4), numpy.float32)
    padded[:, 2:-2, 2:-2] = windows.reshape(n, *WINDOW)
    patches = numpy.lib.stride_tricks.sliding_window_view(padded, (5, 5), (1, 2))[:, ::2, ::2].reshape(-1, 25)
    first = numpy.maximum(patches @ weights[0] + weights[1], 0).reshape(n, ROWS, COLUMNS, KERNELS[0])
    padded = numpy.zeros((n, ROWS + 2, COLUMNS + 2, KERNELS[0]), numpy.float32)
    padded[:, 1:-1, 1:-1] = first
    around = numpy.empty((n, ROWS, COLUMNS, 9, KERNELS[0]), numpy.float32)
    for k in range(9):
        around[:, :, :, k] = padded[:, k // 3 : k // 3 + ROWS, k % 3 : k % 3 + COLUMNS]
    around = around.reshape(-1, 9 * KERNELS[0])
    second = numpy.maximum(around @ weights[2] + weights[3], 0).reshape(n, ROWS // 2, 2, COLUMNS // 2, 2, KERNELS[1])
    pooled = second.max((2, 4)).reshape(n, POOLED)
    hidden = numpy.maximum(pooled @ weights[4] + weights[5], 0)
    return hidden @ weights[6] + weights[7], (patches, first, around, second, pooled, hidden)


def gradients(weights, way, back):
    """The gradients of the weights from those of the scores."""
    patches, first, around, second, pooled, hidden = way
    n = len(back)
    found = [None] * 8
    found[6], found[7] = hidden.T @ back, back.sum(0)
    back = (back @ weights[6].T) * (hidden > 0)
    found[4], found[5] = pooled.T @ back, back.sum(0)
    spread = (n, ROWS // 2, 1, COLUMNS // 2, 1, KERNELS[1])
    largest = (second == pooled.reshape(spread)) & (second > 0)
    back = ((back @ weights[4].T).reshape(spread) * largest).reshape(-1, KERNELS[1])
    found[2], found[3] = around.T @ back, back.sum(0)
    back = (back @ weights[2].T).reshape(n, ROWS, COLUMNS, 9, KERNELS[0])
    padded = numpy.zeros((n, ROWS + 2, COLUMNS + 2, KERNELS[0]), numpy.float32)
    for k in range(9):
        padded[:, k // 3 : k // 3 + ROWS, k % 3 : k % 3 + COLUMNS] += back[:, :, :, k]
    back = (padded[:, 1:-1, 1:-1] * (first > 0)).reshape(-1, KERNELS[0])
    found[0], found[1] = patches.T @ back, back.sum(0)
    return found


def probabilities(all_scores):
    e = numpy.exp(all_scores - all_scores.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)
