import { journey } from '@benchpress/core'

// Leaves its connection for the user's end to close.
export default journey(async ({ socketio, state }) => {
  state['socket'] ??= await socketio.connect()
})
