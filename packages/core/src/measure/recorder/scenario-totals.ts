import type { AbsenceSnapshot } from './absence-recorder.ts'
import { RequestTotals } from './request-totals.ts'
import { SeriesTotals } from './series-totals.ts'
import type { ScenarioSnapshot } from './snapshot.ts'
import { UsersTotals } from './users-totals.ts'

/**
 * The sum of what threads recorded of one scenario, without loss: its requests over HTTP, and what its users did.
 *
 * Totals stand in files of their own, apart from the recorders: only the calling thread adds up, and a load thread loads nothing of it.
 */
export class ScenarioTotals extends RequestTotals {
  /** Empty where there is one server. */
  readonly servers: SeriesTotals = new SeriesTotals()
  readonly #absences: AbsenceSnapshot[] = []
  #users: UsersTotals | undefined

  /** When the target was away, as each thread saw it. */
  get absences(): readonly AbsenceSnapshot[] {
    return this.#absences
  }
  /** `undefined` until a snapshot has users. */
  get users(): UsersTotals | undefined {
    return this.#users
  }

  override add(snapshot: ScenarioSnapshot): void {
    super.add(snapshot)
    if (snapshot.servers !== undefined) this.servers.add(snapshot.servers)
    if (snapshot.users !== undefined) (this.#users ??= new UsersTotals()).add(snapshot.users)
    for (const absence of snapshot.absences) this.#addAbsence(absence)
  }

  // What was not over when it was told first is known by its start.
  #addAbsence(absence: AbsenceSnapshot): void {
    const known = this.#absences.findIndex(({ from, to }) => from === absence.from && (to === Infinity || absence.to === Infinity))
    const before = this.#absences[known]
    if (before === undefined) this.#absences.push(absence)
    else if (absence.to !== Infinity || (before.to === Infinity && absence.refused > before.refused)) this.#absences[known] = absence
  }
}
