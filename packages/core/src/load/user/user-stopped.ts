class UserStopped extends Error {
  // As what is thrown for any aborted signal is called.
  override readonly name = 'AbortError'
}

/** What a user's waits, requests and `signal` end with when the user is stopped or has left; one for all, because it says nothing of whose. */
export const userStopped: Error = new UserStopped('the user was stopped')
