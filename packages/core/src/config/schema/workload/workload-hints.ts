/** What to say about the keys of other workloads. */
export const workloadHints: Readonly<Record<string, string>> = {
  pipelining: 'it goes with connections',
  requests: 'it goes with connections; other workloads have iterations',
  iterations: 'it goes with users, rate and batch; connections have requests',
  pacing: 'it goes with users',
  arrivals: 'it goes with a rate',
  maxUsers: 'it goes with a rate',
  reuseUsers: 'it goes with a rate',
  startAfter: 'it goes into the scenario',
}
