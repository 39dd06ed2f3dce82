/**
 * Share of the run phase in which a load thread's event loop was busy, above which the thread counts as saturated.
 *
 * Nine of ten answers then arrive while the loop is busy and wait for it, and the tenth of the time that is left is too little to send
 * much more. What a loop below it waits for is the target.
 */
export const saturatedUtilization = 0.9

/**
 * Share of one CPU used by a load thread, above which it counts as saturated.
 *
 * It sees what the loop takes for waiting: the kernel's work inside the call that waits. Higher than {@link saturatedUtilization},
 * because none of it is waiting: at most a twentieth of a CPU is left, whatever the loop says.
 */
export const saturatedCpu = 0.95

/**
 * Seconds for which something must last at least to be judged as a part of a run phase, apart from the mean over all of it.
 *
 * CPU is counted in ticks of 10 ms and sampled once a second: three samples are the fewest of which one odd one, such as a collection of garbage
 * or a second that was sampled late, is not the larger part.
 */
export const sustainedSeconds = 3

/**
 * Share of the run phase for which something must last at least to be judged as a part of it, apart from the mean over all of it.
 *
 * What holds for less than a tenth of the requests is beyond p90: of a median or a throughput it is nothing, and of the rarest percentiles the rule
 * `generator-stalled` speaks. A ramp of ten steps that saturates in the last one reaches it.
 */
export const sustainedShare = 0.1

/**
 * Longest hold-up of a load thread's event loop as a share of the run phase, above which a note names it.
 *
 * In an open workload so many of the iterations were due meanwhile: with more than one in a hundred, p99 is the generator's.
 */
export const notableStall = 0.01

/**
 * Longest hold-up of a load thread's event loop as a share of the run phase, above which the result is suspect.
 *
 * With more than one in ten, a closed workload started that much less than the target would have answered, and no percentile from p90 up of an
 * open one is the target's.
 */
export const distortingStall = 0.1

/**
 * Longest hold-up of an event loop in milliseconds up to which it is taken for none.
 *
 * The collection of garbage and a busy machine hold up any loop for some tens of them.
 */
export const stallResolution = 50

/**
 * Length of a run phase in seconds below which a busy load thread is no more than a note.
 *
 * Its first milliseconds go into starting it: code that is not compiled yet, the first answer of each connection. Ten connections to a
 * server that takes 5 ms kept a load thread busy for 39 to 70 % of 10 ms, for 8 to 18 % of 100 ms, and for 5 to 12 % of half a second; of a
 * whole second, for 5 %.
 */
export const saturationSeconds = 0.5

/**
 * Lateness of a saturated load thread's event loop (p99) as a share of the median response time, above which the result is invalid.
 *
 * An answer may be read that much too late. Up to a tenth, the first digit of the printed times is the target's; beyond it they are a
 * mixture of both.
 */
export const distortingDelay = 0.1

/**
 * Lateness of an event loop in milliseconds up to which it is taken for none.
 *
 * The timers it is measured with run on whole milliseconds.
 */
export const delayResolution = 1

/**
 * Share of failed requests above which a note names them.
 *
 * The rarest percentile that is printed is p99.9: with more failures than one in a thousand, all that lies beyond it may have failed.
 */
export const notableFailures = 0.001

/**
 * Share of failed requests above which the result is suspect.
 *
 * Requests without an answer have no response time, and refusals are often quick. With more of them than one in twenty, no percentile
 * from p95 up says anything of the requests that were sent, and the throughput counts work that was not done.
 */
export const excessiveFailures = 0.05

/**
 * Share of requests without a right response, timeouts left out, above which the result is suspect.
 *
 * Lower than {@link excessiveFailures}, which is about what the times can bear: a target that refuses, or answers wrongly, more than one request
 * in a hundred does other work than the test is a test of, and what it does not do is often quick. Timeouts are in the response times.
 */
export const excessiveWrong = 0.01

/**
 * Share of requests that were cut off above which the result is suspect.
 *
 * What they would have taken is estimated from the others, as if being cut off did not depend on it. Where it does, and they are a tenth,
 * the true median is still between p44 and p56 of those that ended.
 */
export const estimatedRequests = 0.1

/**
 * Share of requests that were cut off above which the result is invalid.
 *
 * Most of what was asked is not known then: not even the median is measured.
 */
export const unknownRequests = 0.5

/**
 * Share of the time in flight that was spent in requests that were cut off, or in timeouts, above which the result is suspect.
 *
 * Few requests can be most of the load: ten connections to a target that stands still send nothing more. Of what users waited for, a tenth
 * then came to no end, and no throughput or percentile says so.
 */
export const unansweredTime = 0.1

/**
 * Whole seconds a run phase needs before it is asked whether it was stationary.
 *
 * With 6, each third has two of them. With fewer a third is a single second, and one odd second at either end decides.
 */
export const stationaryWindows = 6

/**
 * Difference between the medians of the first and the last third of a run, as a share of the larger one, above which the throughput
 * may not be stationary.
 *
 * Two 20-second runs against a steady server on a shared two-core machine differed by 7 % and 11 %: less than 15 % cannot be told from
 * the machine's own changes.
 */
export const stationaryShift = 0.15

/**
 * How far the windows of the first and last third must lie apart: the share of pairs that rise less the share that fall (Cliff's
 * delta), without its sign.
 *
 * 1 is no overlap at all. 0.8 allows a tenth of the pairs to go the other way, so that one odd second in a long run hides nothing.
 */
export const stationarySeparation = 0.8

/**
 * Difference between the median response times of the first and the last third of an open workload, as a share of the larger one, above
 * which the response times may not be stationary.
 *
 * Half is a doubling, or a halving. In the simplest queue (M/M/1) the time doubles when the target's speed falls by a tenth, from 80 % to
 * 90 % of use, and the machine's own changes are as large as that ({@link stationaryShift}). A queue that grows because the rate is
 * more than the target can do goes on beyond it.
 */
export const stationaryTimes = 0.5

/**
 * How many standard deviations the Mann-Kendall statistic of all windows must be away from no trend.
 *
 * 1.96 is exceeded by about 1 of 20 series without a trend. Together with {@link stationaryShift} and {@link stationarySeparation} it was
 * exceeded by 53 of 4,000 simulated ten-second runs whose steady throughput varied by 10 % (standard deviation) from second to second, and
 * by none of 4,000 where it varied by 5 %.
 */
export const stationaryTrend = 1.96

/**
 * Share of a second's CPU time that the hypervisor took, or of its periods in which a control group stood still, or of its time in which something
 * waited for memory, above which the second counts as disturbed.
 *
 * Shares of a CPU are counted in ticks of 10 ms, of which two CPUs have 200 a second: a handful is chance, and a twentieth is ten of them.
 */
export const disturbedSecond = 0.05

/**
 * Seconds by which the wall clock may run ahead of the clock that is measured with, or behind it, up to which it has not jumped.
 *
 * A daemon that keeps the time slews it by at most half a millisecond a second, and on a full machine a reading of both clocks can be held up in between for some
 * tens of milliseconds.
 */
export const clockResolution = 0.25

/**
 * Share of the run phase that was disturbed, above which the result is suspect.
 *
 * With more than a tenth, no percentile from p90 up is known to be that of an undisturbed machine.
 */
export const notableDisturbance = 0.1

/**
 * Share of the run phase that was disturbed, above which the result is suspect where response times were longer then.
 *
 * As with what is dropped ({@link missedPlan}): beyond one in a hundred, p99 is that of the disturbance.
 */
export const effectiveDisturbance = 0.01

/**
 * Response times (median of the p99 of each second) in disturbed seconds as a multiple of those in all others, from which the disturbance is said to
 * have made them longer.
 *
 * The p99 of single seconds on a quiet machine differ by some tenths; half of what is measured is then not the target's.
 */
export const disturbedTimes = 2

/**
 * Mean share of the CPU time that the machine withheld over the whole run phase, above which the result is invalid.
 *
 * A quarter: of four CPUs one was not there. A rented machine whose hypervisor took 11 to 28 % measured delivery times that were a hundred times
 * longer.
 */
export const dominantDisturbance = 0.25

/**
 * Share of the usable CPUs above which a target and a generator on one machine are said to take time from each other.
 *
 * In the simplest queue (M/M/1, and M/M/2 for two CPUs) about six are running or waiting at this load: each takes several times as long
 * as it would alone.
 */
export const sharedCpu = 0.85

/**
 * CPU used by other processes as a multiple of that used by target and generator, above which a full machine makes the result suspect.
 *
 * Up to it, the test had the larger part of what was in use, and the figures are too low by less than a half. Beyond it, most of the
 * time somebody else ran: how often the system let the test run decides the figures, and they are not those of the target.
 */
export const dominantOthers = 1

/**
 * Relative error a CPU figure may have, up to which a machine that seems to use more than all CPUs is still believed.
 *
 * The operating system counts CPU time in ticks of 10 ms: 1 % of a sample, for each of two readings.
 */
export const cpuSamplingError = 0.02

/**
 * Relative difference up to which Little's law (requests in flight x run phase / requests timed = mean response time) counts as fulfilled.
 *
 * It holds exactly for whatever is counted the same way. What is left are requests that failed without a response time, and the part of
 * the times that lies outside of the run phase: in the drain, in which its last requests are answered.
 */
export const littleTolerance = 0.1

/**
 * Relative difference between the requests timed and the answers within the run phase, up to which Little's law is written with the
 * throughput.
 *
 * The throughput is the figure that a report shows, and three digits of the result come out the same or nearly so.
 */
export const drainRounding = 0.01

/**
 * Shortest response time of the whole test as a share of the mean, up to which the mean is said to be mostly waiting.
 *
 * The fastest answer found nearly no queue. If it took less than half of the mean, the average request waited longer than it was
 * worked on.
 */
export const queuedShare = 0.5

/**
 * CPU in cores of the target or the machine, or utilisation of a load thread, from which something is busy enough to queue for.
 *
 * In the simplest queue (M/M/1) a request waits for as long as it is served at 0.5, which is what `queuedShare` asks for. A target that
 * sleeps before it answers stays far below.
 */
export const queueEvidence = 0.5

/**
 * CPU in cores of the target, or of the machine it shares, from which that CPU is named as what limits the throughput.
 *
 * Higher than what a queue needs: at 0.7 a request waits for more than twice as long as it is served, and little more can be had.
 */
export const limitingCpu = 0.7

/**
 * Measured requests in flight as a share of those the workload asks for, below which a note says so.
 *
 * An open connection replaces an answer by the next request at the same reading of the clock, without a gap in the count: what is missing
 * is connections that were not open. A tenth is more than the start of a run and a few reconnects explain.
 */
export const idleInFlight = 0.9

/**
 * How many times each place in flight must have been used before a run of a fixed number of requests is judged by {@link idleInFlight}.
 *
 * Such a run ends with fewer and fewer requests in flight; with 10 turns that tail is about a twentieth of it.
 */
export const idleRounds = 10

/**
 * Relative difference up to which the measured requests in flight are printed as the number the workload asks for.
 *
 * The difference is the start of the run; the exact mean is in the JSON file.
 */
export const askedRounding = 0.01

/**
 * Length of a run phase in seconds below which the result is suspect for that alone.
 *
 * It has not one whole second to compare with another and no regular sample of CPU, and the start of target and generator is a large part
 * of it.
 */
export const shortRun = 1

/** Length in seconds from which a second counts as a complete one: one that is a tick of the clock short is. */
export const fullSecond = 0.999

/** Complete seconds of a load that stays the same, from which on it is asked whether they are alike: with two nobody knows which of them is odd. */
export const leastUneven = 3

/**
 * Share of the median of all seconds below which the slowest second, or above whose inverse the fastest one, makes the result suspect.
 *
 * Beyond half, or double, the second is of another kind. The seconds of steady runs on a shared two-core machine differ by a tenth (see
 * {@link stationaryTrend}); in one whose seconds ranged from 6,760 to 28,180 something else had the machine.
 */
export const unevenSecond = 0.5

/**
 * Standard deviations of a Poisson count by which a second must differ from the median besides.
 *
 * Of a few responses a second half or double of them is chance: 5 are exceeded by no count in a million.
 */
export const unevenChance = 5

/** How many of a user's iterations, or of a place's responses, must fit into a second: with fewer, all in step, the seconds differ by that. */
export const unevenTurns = 10

/**
 * Share of the planned iterations that were not started, above which the result is suspect.
 *
 * What was dropped was due while the target was at its slowest, and would have taken longest: with more than one in a hundred of them, p99,
 * the percentile most often asked for, is not that of the load that was planned. As many as that are also as far from the rate as
 * a plan is met by any healthy run.
 */
export const missedPlan = 0.01

/**
 * Share of the planned iterations that were not started, above which the result is invalid.
 *
 * An open workload that drops one in ten is a closed one with as many users as were allowed: the target, not the clock, decides when the
 * next iteration starts, and no percentile from p90 up is that of the rate whose name the result bears.
 */
export const brokenPlan = 0.1

/**
 * How many standard deviations fewer Poisson arrivals than expected there may be, before iterations are missing.
 *
 * Their number varies by the square root of what is expected. So far below it is 1 of 30,000 schedules.
 */
export const arrivalDeviations = 4

/**
 * Send lag as a share of the service time (both p50), above which a note gives both.
 *
 * The response time holds both: up to a fifth, its first digit is still the target's.
 */
export const notableLag = 0.2

/**
 * Send lag (p99) as a multiple of the median response time, above which the result is suspect.
 *
 * One iteration in a hundred was then later than a whole typical answer takes: p99 and what lies beyond it are the generator's.
 */
export const distortingLag = 1

/**
 * Send lag in milliseconds up to which it is taken for none that distorts.
 *
 * A timer fires on whole milliseconds, and what is due waits for the turn of the event loop that is under way.
 */
export const lagResolution = 2

/**
 * Difference between the p99 of response and service time, as a share of the larger one, above which a note gives both.
 *
 * Up to it both tell the same story; the histograms themselves are exact to a thousandth.
 */
export const responseGap = 0.05

/**
 * Difference between the p99 of response and service time in milliseconds, up to which it is taken for none.
 *
 * So much loopback and an event loop can cost on a slow machine, without a fault of the target.
 */
export const gapResolution = 0.3

/**
 * Share of the time that users waited on their own, from which think time is named as what set the rate.
 *
 * A user's time is its own waits and the target's answers, and the rate is what both make together: from here on the waits are the larger
 * part. A target that answered at once would at most double the rate.
 */
export const thinkingShare = 0.5

/**
 * Share of the time that users waited on their own, from which think time is the limit whatever the target does.
 *
 * A target that answered at once would raise the rate by a ninth at most: how busy it is does not matter to the figure.
 */
export const dominantThinking = 0.9

/**
 * Share of the arrivals that came in one read with a message sent at least 50 ms earlier or later, above which something holds messages back.
 *
 * Two messages to one recipient that are sent 50 ms apart meet in one read only when something waited for that long. The collection of garbage
 * does so now and then; up to one in ten, p90 of the delivery times is still that of messages that were let through.
 */
export const bufferedMessages = 0.1

/**
 * Share of the seconds with arrivals in which there were messages held back, above which this is a habit.
 *
 * After a stall they come in the second that follows it, or in a few while the backlog is worked off. A buffer that is full or timed out at
 * least every four seconds reaches a quarter.
 */
export const bufferedTime = 0.25

/**
 * Seconds in which there were messages held back, from which this can be a habit.
 *
 * What is read after one stall can lie in two of them, on both sides of the turn of a second.
 */
export const bufferedHabit = 3

/**
 * Longest hold-up of a load thread's event loop as a share of a time without arrivals, from which it is named beside it.
 *
 * What a thread did not read has not arrived. With half of the time and more, the silence is the generator's as likely as the target's.
 */
export const generatorPartOfStall = 0.5

/**
 * Share of the failures of several servers that one of them gave, above which a note names it.
 *
 * Four of five: without it there would be a fifth of the failures or less.
 */
export const failingServer = 0.8

/**
 * Fewest failures from which one server can be named as their origin.
 *
 * Of ten failures that fall on two servers by chance, nine or ten are on the same one in about 1 of 50 cases.
 */
export const telltaleFailures = 10

/**
 * Median response time of a server as a multiple of the next slowest, from which a note names it.
 *
 * Servers of one kind on one machine take CPU from each other and differ by some tenths for that alone; one that takes twice as long has
 * something of its own. The difference must be above {@link gapResolution} besides.
 */
export const slowServer = 2
