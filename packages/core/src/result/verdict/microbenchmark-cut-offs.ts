/**
 * Half the width of the 95 % confidence interval of a mean, as a share of it, above which the mean is suspect.
 *
 * Beyond a twentieth, two functions that differ by a tenth cannot be told apart.
 */
export const impreciseMargin = 0.05

/**
 * Share of a median sample that reading the clock takes, above which the times are suspect.
 *
 * Batches are chosen so that it is a five-hundredth, and calls are timed by themselves where it is at most a hundredth. More than a fiftieth
 * comes about where no warm-up told how short the calls are, or where `beforeEach` forbids batches.
 */
export const timerShare = 0.02

/**
 * Share of one CPU that a thread had while it called a function that never waits, below which the times are suspect.
 *
 * Below nine tenths, a tenth of the time was spent waiting for a CPU that others used, and the mean is that much too long.
 */
export const ownCpu = 0.9

/**
 * Seconds that samples took, from which the CPU of a thread is looked at.
 *
 * The system counts it in ticks of some milliseconds, of which a tenth of a second has enough.
 */
export const cpuSeconds = 0.1

/**
 * Nanoseconds below which a call is taken for one whose work the compiler did once for many.
 *
 * Functions that return a constant or a field measured 0.2 to 0.3 ns, which is a turn of the loop; the cheapest that do something for each call, a
 * look-up in a map or a new object, 2.4 and 3.1 ns.
 */
export const leastWork = 1
