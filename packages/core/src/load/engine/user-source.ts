import type { UserRecorder } from '../../measure/recorder/user-recorder.ts'
import { dialsInto } from '../wire/dial.ts'
import { JourneyUsers } from './journey-users.ts'
import { RequestUsers } from './request-users.ts'
import type { UserShare } from './scenario-share.ts'
import { SpreadUsers } from './servers/spread-users.ts'
import type { UserSource } from './user.ts'
import type { UserThread } from './user-thread.ts'

/**
 * Creates what the users of a scenario come from on one thread, by what they do.
 *
 * @param readBuffer what all connections of the thread read into
 * @param recorder where the users record their requests; users and iterations are recorded by who drives them
 * @throws Error when a journey cannot be loaded, or autocannon refuses a request
 */
export function createUserSource(share: UserShare, thread: UserThread, readBuffer: Buffer, recorder: UserRecorder): Promise<UserSource> {
  const { action } = share
  if (action.kind === 'journeys') return JourneyUsers.create(share, thread, dialsInto(readBuffer), recorder)
  return share.servers === undefined
    ? RequestUsers.create(share, action, thread, readBuffer, recorder)
    : SpreadUsers.create(share, action, thread, readBuffer, recorder)
}
