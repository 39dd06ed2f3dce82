import type { OutcomeCounts } from '../../model/metrics/outcome.ts'
import type { ThresholdResult } from '../threshold/threshold.ts'
import type { TimingMode } from '../../model/workload/workload.ts'
import type { DeliverySummary } from './delivery-summary.ts'
import type { ResourceSample, ThreadSecond } from './machine-second.ts'
import type { MicrobenchmarkSummary } from './microbenchmark-summary.ts'
import type { ScheduledCount } from './scheduled-count.ts'
import type { SweepPoint } from './sweep-point.ts'
import type { WorkloadSummary } from './workload-summary.ts'
import type { MetricSummary } from './metric-summary.ts'
import type { TimeSummary } from './time-summary.ts'

/** What became of the requests a workload scheduled: `scheduled = started + dropped`, `started = sum of outcomes`. */
export interface Counts {
  readonly scheduled: number
  readonly started: number
  readonly dropped: number
  readonly outcomes: OutcomeCounts
}

/** Means over the wall time of a phase. */
export interface Throughput {
  /** Complete answers per second, whatever their status. */
  readonly requestsPerSecond: number
  /** Answers per second that ended `ok`. */
  readonly okPerSecond: number
  /** Bytes read from the wire per second, heads included. */
  readonly bytesPerSecond: number
}

/** One second of the run phase, or its last part of one. */
export interface SecondSummary {
  /** Start, in seconds from the start of the run phase. */
  readonly at: number
  /** Length in seconds: 1, or less for the last one. */
  readonly length: number
  /** Complete answers that arrived in it. */
  readonly requests: number
  /** Requests that ended in it other than `ok`, without `aborted`. */
  readonly failed: number
  /** Bytes that arrived in it. */
  readonly bytes: number
  /** Response times of the answers that arrived in it, in milliseconds; `null` without one. */
  readonly mean: number | null
  readonly p50: number | null
  readonly p99: number | null
  readonly max: number | null
  /** Requests that were cut off in it, of which these figures know no more than their age; missing where none was. */
  readonly unfinished?: number
}

/** One reason why requests to one endpoint did not end `ok`, with when it was seen first and last. */
export interface ErrorSummary {
  readonly outcome: string
  /** The status line, error code or mismatch, such as `503 Service Unavailable` or `ECONNRESET`. */
  readonly reason: string
  /** The endpoint they were sent to; `other` beyond the first 400 pairs of reason and endpoint, `null` when no request was sent. */
  readonly endpoint: string | null
  readonly count: number
  /** Seconds from the start of the run phase; negative in the warm-up. */
  readonly first: number
  readonly last: number
}

/** What happened to the connections of a scenario, warm-up included. */
export interface ConnectionSummary {
  readonly opened: number
  readonly refused: number
  /** Closed by the server while no request was in flight, which is no outcome. */
  readonly closedIdle: number
  /** Requests that were pipelined behind an answer with `Connection: close`. */
  readonly closedBehindAnswer: number
  /** The fewest and the most answers that came over one connection before that; `null` where it did not happen. */
  readonly answersBeforeClose: { readonly least: number; readonly most: number } | null
}

/** A phase whose requests are counted on their own. */
export interface PhaseSummary {
  readonly counts: Counts
  /** Wall time in seconds. */
  readonly duration: number
  readonly throughput: Throughput
  readonly responseTime: TimeSummary
  readonly serviceTime: TimeSummary
  /** Why its requests did not end `ok`, by endpoint, the most frequent first: their counts add up to those outcomes. */
  readonly errors: readonly ErrorSummary[]
}

/** One kind of request, apart from all others: an endpoint, or the requests with one tag. */
export interface SeriesSummary {
  /** Such as `POST /api/auctions/{id}/bid`, or `kind:write`; `other` for all beyond the first 200. */
  readonly name: string
  readonly counts: Counts
  readonly statuses: Readonly<Record<string, number>>
  /** Requests started per second of the run phase. */
  readonly requestsPerSecond: number
  readonly dataReceived: number
  readonly responseTime: TimeSummary
  readonly serviceTime: TimeSummary
  /** From when a request of a user was asked for to its send; without samples for connections, and by server. */
  readonly httpWaiting: TimeSummary
  /** Response times by class of status, such as `2xx`, and `timeout`; of plugins `ok` and `error` in place of a status. */
  readonly byClass: Readonly<Record<string, TimeSummary>>
}

/** What became of iterations: `scheduled = started + dropped`, `started = completed + failed + aborted`. */
export interface IterationCounts {
  readonly scheduled: number
  readonly started: number
  readonly dropped: number
  readonly completed: number
  readonly failed: number
  readonly aborted: number
}

/** Iterations of one journey. */
export interface JourneySummary {
  readonly name: string
  readonly iterations: IterationCounts
  readonly duration: TimeSummary
}

/** A named expectation inside a journey. */
export interface CheckSummary {
  readonly name: string
  readonly passed: number
  readonly failed: number
}

/** What users did in the run phase. */
export interface UsersSummary {
  /** `created = completed + failed + aborted`; warm-up included. */
  readonly created: number
  readonly completed: number
  readonly failed: number
  readonly aborted: number
  /** Most at a time. */
  readonly mostActive: number
  /** Users in an iteration at a time, averaged over the run phase by measuring. */
  readonly busy: number
  /**
   * Users who waited for what the target sends by itself at a time and had no request in flight, as one does that has subscribed to something; averaged
   * over the run phase by measuring.
   */
  readonly waiting: number
  /** Users who waited for the answer to a request of a plugin at a time and had none over HTTP in flight; averaged over the run phase by measuring. */
  readonly waitingForReplies: number
  readonly iterations: IterationCounts
  readonly warmupIterations: IterationCounts | null
  /** Iterations started per second of the run phase. */
  readonly iterationsPerSecond: number
  /** From the planned start. */
  readonly iterationDuration: TimeSummary
  /** From the planned start of an iteration until it was started. */
  readonly sendLag: TimeSummary
  /** From when a request was asked for to its send: for a connection, to be opened or to become free. */
  readonly httpWaiting: TimeSummary
  readonly timeToFirstByte: TimeSummary
  /** What it took to hand a request over to the operating system; not of streams. */
  readonly sendingTime: TimeSummary
  /** From the first byte of an answer to its last one. */
  readonly receivingTime: TimeSummary
  /** By how much `think` took longer than it should; without samples where no journey thinks. */
  readonly thinkOvershoot: TimeSummary
  readonly journeys: readonly JourneySummary[]
  /** Why iterations failed, the most frequent first. */
  readonly failures: readonly { readonly reason: string; readonly count: number; readonly first: number; readonly last: number }[]
  readonly checks: readonly CheckSummary[]
  readonly groups: readonly { readonly name: string; readonly duration: TimeSummary }[]
  readonly tags: readonly SeriesSummary[]
  readonly retried: number
  /** By plugin; without those that sent none. */
  readonly pluginRequests: readonly PluginRequestsSummary[]
  /** Feeds in `unique` mode: rows in the file, rows handed out, and rows handed out twice, which is never right. */
  readonly feeds: readonly { readonly name: string; readonly rows: number; readonly used: number; readonly duplicates: number }[]
}

/** What requests of one kind did in the run phase, with the warm-up beside it: those over HTTP, or those of one plugin. */
export interface RequestsSummary extends PhaseSummary {
  /** Answers by status; empty for plugins, whose answers have none. */
  readonly statuses: Readonly<Record<string, number>>
  readonly dataSent: number
  readonly dataReceived: number
  /** Requests in flight, averaged over the run phase by measuring, not from the workload. */
  readonly inFlight: number
  /** The shortest response time of the whole test, warm-up included, in milliseconds. */
  readonly fastest: number | null
  readonly connectTime: TimeSummary
  readonly tlsTime: TimeSummary
  /** The same of whole handshakes, and of those that went on with an earlier session. */
  readonly handshakes: { readonly full: TimeSummary; readonly resumed: TimeSummary }
  readonly connections: ConnectionSummary
  readonly series: readonly SecondSummary[]
  readonly warmup: PhaseSummary | null
  /** By endpoint, the busiest first. */
  readonly endpoints: readonly SeriesSummary[]
}

/** What the requests of one plugin did. Bytes and connections are 0 where it does not tell them; attempts to connect are requests, and none of its connections is `refused`. */
export interface PluginRequestsSummary extends RequestsSummary {
  /** Name of the plugin. */
  readonly plugin: string
}

/** What one scenario did in its run phase, with the warm-up beside it; its requests are those over HTTP. */
export interface ScenarioSummary extends RequestsSummary {
  readonly name: string
  readonly workload: WorkloadSummary
  /** The first request, as `GET /path`, and how many others there are; or the names of its journeys. */
  readonly request: string
  /**
   * Where several servers took part: what went to each of them, by its origin in the order of the config, and what went elsewhere as `other
   * servers`.
   */
  readonly servers?: readonly SeriesSummary[]
  /** `null` for connections without users. */
  readonly users: UsersSummary | null
}

/** How well one load thread could keep up, over the run phase. */
export interface ThreadSummary {
  readonly worker: number
  /** Share of the time its event loop was busy, 0 to 1. */
  readonly utilization: number
  /** Share of one CPU it used, 0 to 1; `null` on a Node.js that cannot tell. */
  readonly cpu: number | null
  /** How late its event loop ran timers, in milliseconds. */
  readonly loopDelay: { readonly p50: number; readonly p99: number; readonly max: number }
  readonly counts: Counts
  /** What it scheduled beside its plan; empty where it died, or the plan depends on how fast the target answers. */
  readonly scheduled: readonly ScheduledCount[]
  /** The same second by second, as it told it. */
  readonly seconds: readonly ThreadSecond[]
  /** Why nothing more is known of it, where it died. */
  readonly lost: { readonly at: number; readonly reason: string } | null
}

/** One of the servers of a target, as it was found before the test. */
export interface ServerStatus {
  /** Its origin. */
  readonly url: string
  /** The address that was connected to; `null` when nothing took a connection. */
  readonly address: string | null
  /** Whether it took part. */
  readonly available: boolean
  /** Why it did not; `null` when it did. */
  readonly cause: string | null
}

/** Who was tested, and how it was reached. */
export interface TargetSummary {
  /** `none` for a test of functions, whose other fields are empty. */
  readonly kind: 'url' | 'command' | 'server' | 'none'
  readonly url: string
  readonly command: readonly string[] | null
  /** Where the target is several servers: each of them, in the order of the config. */
  readonly servers?: readonly ServerStatus[]
  /** The address that was connected to, such as `127.0.0.1:3000`, or the path of a Unix socket. */
  readonly address: string
  /** Whether it runs on this machine and so shares its CPUs with the generator. */
  readonly local: boolean
  readonly tls: { readonly verified: boolean; readonly protocol: string | null } | null
  /** Mean CPU in cores over the run phase; `null` where it cannot be seen. */
  readonly cpu: number | null
  /** Largest resident memory of its process tree in bytes; `null` where it cannot be seen. */
  readonly rss: number | null
  /** Set when it died or could not be reached any more while the test ran. */
  readonly failed: { readonly at: number; readonly reason: string } | null
}

/** What generated the load. */
export interface GeneratorSummary {
  readonly threads: readonly ThreadSummary[]
  /** True when the load ran in the thread that called `run()`. */
  readonly inCallingThread: boolean
  /** By what the iterations of open workloads were to be started. */
  readonly timing: TimingMode
  /**
   * Share of the run phase, over all load threads, in which they were started precisely, by a thread that wakes the load threads, and by timers in the
   * rest of it. `null` where nothing was started by a rate, and where timers were asked for.
   */
  readonly preciseShare: number | null
  /** Mean CPU in cores over the run phase, of the whole process. */
  readonly cpu: number | null
  readonly rss: number | null
  /**
   * Errors of journeys and plugins that no iteration has failed with, as those of a timer or of a promise that nobody waited for: how many, and what the
   * first of them said. `null` when there were none.
   */
  readonly strayErrors: { readonly count: number; readonly first: string } | null
}

/** Why a test ended before its workload did. */
export interface Interruption {
  readonly cause: 'signal' | 'target' | 'worker' | 'setup' | 'bailout' | 'threshold' | 'rate'
  readonly reason: string
  /** Seconds from the start of the run phase; negative in the warm-up. */
  readonly at: number
}

/** A time in which the target was away for every connection at once; in seconds from the start of the run phase. */
export interface AbsenceSummary {
  /** When the first connection was broken or refused; negative in the warm-up. */
  readonly from: number
  /** When something came from the target again; `null` when nothing did. */
  readonly to: number | null
  /** Connections that were broken, all that were open. */
  readonly broken: number
  /** Attempts to connect that failed. */
  readonly refused: number
}

/** All that is known of one test, before it is judged. */
export interface TestSummary {
  readonly name: string
  readonly variant: string
  /** 1 for the first repeat. */
  readonly repeat: number
  /** Which point of a sweep it is; `null` for a test of its own. */
  readonly sweep: SweepPoint | null
  /** Wall-clock start of the test, ISO 8601. */
  readonly startedAt: string
  /** Wall time in seconds from the first connection to the last answer. */
  readonly duration: number
  readonly interrupted: Interruption | null
  readonly target: TargetSummary
  readonly generator: GeneratorSummary
  /** CPUs this process may use, quota included. */
  readonly cpus: number
  /** CPU in cores of the whole machine, mean over the run phase. */
  readonly hostCpu: number | null
  /** The part of `hostCpu` that interrupts took, the traffic of this test on the loopback interface included. */
  readonly hostInterruptCpu: number | null
  readonly resources: readonly ResourceSample[]
  /** When the target was away, as one is that is restarted. */
  readonly absences: readonly AbsenceSummary[]
  /** Empty for a test of functions. */
  readonly scenarios: readonly ScenarioSummary[]
  /** What was measured of each function; empty for a test of load. */
  readonly microbenchmarks: readonly MicrobenchmarkSummary[]
  /** What everything random started from. */
  readonly seed: number
  readonly thresholds: readonly ThresholdResult[]
  /** Messages that users pushed to each other, by the plugin that carried them. */
  readonly deliveries: readonly DeliverySummary[]
  /** Every metric over all scenarios, by name: those of benchpress that apply, and the user's own. */
  readonly metrics: Readonly<Record<string, MetricSummary>>
}
