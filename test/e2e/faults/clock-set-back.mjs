// Loaded into a service before it starts. Its clock is set back by an hour at once when it is told so, else with SIGUSR2.
const HOUR_MS = 3_600_000;
const now = Date.now;
let offsetMs = process.env.FOOTBRIDGE_TEST_CLOCK === 'back' ? -HOUR_MS : 0;
Date.now = () => now() + offsetMs;
process.on('SIGUSR2', () => {
  offsetMs -= HOUR_MS;
  process.stderr.write('the clock was set back\n');
});
