// Plays tones one after the other, each [hertz, seconds]; 0 hertz is a pause.
const VOLUME = 0.25;

export function play(audio, motif, shape) {
  let at = audio.currentTime + 0.02;
  for (const [hertz, seconds] of motif) {
    if (hertz) sound(audio, hertz, seconds, at, shape);
    at += seconds;
  }
}

function sound(audio, hertz, seconds, at, shape) {
  const tone = audio.createOscillator(), gain = audio.createGain();
  tone.type = shape;
  tone.frequency.value = hertz;
  gain.gain.setValueAtTime(VOLUME, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + seconds);
}
