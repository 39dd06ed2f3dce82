declare module 'autocannon' {
  interface Tracker {
    then(onDone: () => void, onError: (error: unknown) => void): void
    stop?(): void
  }
  export default function autocannon(options: object): Tracker
}
