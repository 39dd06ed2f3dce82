import { sumOf, type Amount, type Count } from '../../base/units/count.ts'
import { allWithin, type AbsenceSnapshot } from '../../measure/recorder/absence-recorder.ts'

/** One of the servers of a target, as it was found before the test. */
export interface ServerStatus {
  /** Origin of the server. */
  readonly url: string
  /** The address that was connected to; `null` when nothing took a connection. */
  readonly address: string | null
  /** Whether the server took part. */
  readonly available: boolean
  /** Why the server did not take part; `null` when it did. */
  readonly cause: string | null
}

/** A process of a target. */
export interface TargetProcess {
  /** Name of its program, such as `node`. */
  readonly name: string
  /** Its number. */
  readonly pid: Count
}

/** One of several addresses of the name of a target. */
export interface AddressSummary {
  /** Such as `127.0.0.1:3000`. */
  readonly address: string
  /** Connections over HTTP that were tried during the test. */
  readonly connections: Count
  /** The number of these over which anything came. */
  readonly answered: Count
  /** Why the address took no connection before the test, and none went to it; `null` when it did. */
  readonly cause: string | null
}

/** What was tested, and how it was reached. */
export interface TargetSummary {
  /** Whether the target was running already, was started by a command, or is a server in the same process. */
  readonly kind: 'url' | 'command' | 'server'
  /** URL that requests were sent to. */
  readonly url: string
  /** The command that started the target; `null` without one. */
  readonly command: readonly string[] | null
  /** The servers of the target in the order of the config, when there are several. */
  readonly servers?: readonly ServerStatus[]
  /** The address that was connected to, such as `127.0.0.1:3000`, or the path of a Unix socket; of several the first. */
  readonly address: string
  /** The addresses that connections took in turn, and those that took none; missing when there was one. */
  readonly addresses?: readonly AddressSummary[]
  /** How often a load thread could not resolve the name again, so that it kept to the addresses of before; missing when never. */
  readonly unresolved?: Count
  /** Whether the target runs on this machine and so shares its CPUs with the generator. */
  readonly local: boolean
  /** TLS; `null` without it. */
  readonly tls: {
    /** Whether the certificate of the target was verified. */
    readonly verified: boolean
    /** Version of TLS, such as `TLSv1.3`; `null` when no connection was made. */
    readonly protocol: string | null
  } | null
  /**
   * The processes that responded, whose CPU and memory with those of their children are the target's; empty where they cannot be seen. Missing in results
   * of earlier versions.
   */
  readonly processes?: readonly TargetProcess[]
  /**
   * Whether the target responded from the process that generated the load, whose CPU and memory are then those of both. Missing in results of earlier
   * versions.
   */
  readonly inGenerator?: boolean
  /** Mean CPU in cores over the run phase; `null` where it cannot be measured. */
  readonly cpu: Amount | null
  /** Largest resident memory of the target's processes in bytes; `null` where it cannot be measured. */
  readonly rss: Count | null
  /** When and why the target died, or could no longer be reached, while the test ran. */
  readonly failed: {
    /** When the target failed, in seconds from the start of the run phase; negative in the warm-up. */
    readonly at: number
    /** Why the target failed. */
    readonly reason: string
  } | null
}

/** A time in which the target was away for every connection at once; in seconds from the start of the run phase. */
export interface AbsenceSummary {
  /** When the first connection was broken or refused; negative in the warm-up. */
  readonly from: number
  /** When the target sent something again; `null` when it never did. */
  readonly to: number | null
  /** Connections that were broken, which were all that were open. */
  readonly broken: Count
  /** Attempts to connect that failed. */
  readonly refused: Count
}

const microsecondsPerSecond = 1e6

/** What the scenarios of a test, each on some threads, observed of the target. */
export interface SeenAbsences {
  /** The absences that each scenario and thread saw. */
  readonly absences: readonly AbsenceSnapshot[]
  /** The number of observers: one for each scenario and thread with connections. */
  readonly observers: number
  /** The seconds of the run phase of any scenario in which a response came, by their start on the clock of the process. */
  readonly observedSeconds: readonly number[]
}

/**
 * Finds the times in which the target was away for every connection, by merging the absences that scenarios and threads observed at once.
 *
 * A scenario without a connection at the time observes nothing. When some did not observe an absence, whole seconds without any response show that no
 * request was served. Connections that broke together are no absence where none was refused: a target that is there may end them all, such as for what
 * their users sent.
 */
export function summarizeAbsences({ absences, observers, observedSeconds }: SeenAbsences, runStart: number): AbsenceSummary[] {
  const found: AbsenceSummary[] = []
  for (const together of groupAbsences(absences)) {
    const from = Math.min(...together.map((absence) => absence.from))
    const to = Math.min(...together.map((absence) => absence.to))
    const refused = sumOf(together, (absence) => absence.refused)
    if (refused === 0 || to <= runStart || (together.length < observers && !isSilent(from, to, observedSeconds))) continue
    found.push({
      from: (from - runStart) / microsecondsPerSecond,
      to: to === Infinity ? null : (to - runStart) / microsecondsPerSecond,
      broken: sumOf(together, ({ broken }) => broken),
      refused,
    })
  }
  return found
}

// Absences that began within a second of the first one, while it lasted.
function groupAbsences(absences: readonly AbsenceSnapshot[]): AbsenceSnapshot[][] {
  const groups: AbsenceSnapshot[][] = []
  for (const absence of absences.toSorted((a, b) => a.from - b.from)) {
    const group = groups.at(-1) ?? []
    const isOfGroup = absence.from - (group[0]?.from ?? -Infinity) <= allWithin && absence.from < Math.min(...group.map(({ to }) => to))
    if (isOfGroup) group.push(absence)
    else groups.push([absence])
  }
  return groups
}

function isSilent(from: number, to: number, observedSeconds: readonly number[]): boolean {
  // A whole second of any scenario lies within two.
  if (to - from < 2 * microsecondsPerSecond) return false
  return !observedSeconds.some((start) => start >= from && start + microsecondsPerSecond <= to)
}
