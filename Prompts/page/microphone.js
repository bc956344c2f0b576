// Records an answer as 16 kHz mono WAV, which is what the recogniser hears.

export const RATE = 16_000;
const LONGEST = 15;

/** Why a recording is of no use. */
export const FLAWS = { short: "short", quiet: "quiet", clipped: "clipped" };

/** Records until `stop` is called or the time is over. */
export class Recording {
  /** @param hears called with the level, 0 to 1, and the seconds so far; @param ends called when the time is over. */
  static async begin(hears, ends) {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: false, autoGainControl: true },
    });
    const context = new AudioContext();
    await context.audioWorklet.addModule("/static/worklet.js");
    const recording = new Recording(stream, context);
    const source = new MediaStreamAudioSourceNode(context, { mediaStream: stream });
    const node = new AudioWorkletNode(context, "recorder");
    node.port.onmessage = ({ data }) => {
      recording.blocks.push(data);
      const level = Math.sqrt(data.reduce((sum, sample) => sum + sample * sample, 0) / data.length);
      hears(Math.min(1, level * 4), recording.seconds);
      if (recording.seconds >= LONGEST) ends();
    };
    source.connect(node);
    return recording;
  }

  constructor(stream, context) {
    this.stream = stream;
    this.context = context;
    this.blocks = [];
  }

  get seconds() { return this.blocks.reduce((sum, block) => sum + block.length, 0) / this.context.sampleRate; }

  /** Ends it and lets the microphone go. */
  async stop() {
    this.stream.getTracks().forEach((track) => track.stop());
    const rate = this.context.sampleRate;
    await this.context.close();
    const samples = new Float32Array(this.blocks.reduce((sum, block) => sum + block.length, 0));
    let place = 0;
    for (const block of this.blocks) {
      samples.set(block, place);
      place += block.length;
    }
    return resampled(samples, rate);
  }
}

/** The same sound at 16 kHz: what lies above 8 kHz is filtered out first, by a windowed sinc (Smith, 1997). */
export function resampled(samples, rate) {
  if (rate === RATE) return samples;
  const ratio = rate / RATE;
  const half = 16;
  const cut = Math.min(1, 1 / ratio) * 0.94;
  const reach = Math.ceil(half / cut);
  const result = new Float32Array(Math.floor(samples.length / ratio));
  for (let i = 0; i < result.length; i++) {
    const center = i * ratio;
    const first = Math.ceil(center - reach);
    let sum = 0;
    let weights = 0;
    for (let j = Math.max(0, first); j <= Math.min(samples.length - 1, Math.floor(center + reach)); j++) {
      const x = (j - center) * cut;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * (j - center)) / (reach + 1));
      const weight = (Math.abs(x) < 1e-9 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)) * window;
      sum += samples[j] * weight;
      weights += weight;
    }
    result[i] = weights ? sum / weights : 0;
  }
  return result;
}

/** What keeps a recording from being understood; null for nothing. */
export function flaw(samples) {
  if (samples.length < RATE * 0.3) return FLAWS.short;
  let [peak, cut] = [0, 0];
  for (const sample of samples) {
    const size = Math.abs(sample);
    peak = Math.max(peak, size);
    if (size >= 0.999) cut++;
  }
  if (peak < 0.01) return FLAWS.quiet;
  return cut / samples.length > 0.02 ? FLAWS.clipped : null;
}

/** The bytes of a WAV file of 16 bits. */
export function wave(samples) {
  const view = new DataView(new ArrayBuffer(44 + 2 * samples.length));
  const text = (place, word) => [...word].forEach((sign, i) => view.setUint8(place + i, sign.charCodeAt(0)));
  text(0, "RIFF");
  view.setUint32(4, 36 + 2 * samples.length, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, 2 * RATE, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, 2 * samples.length, true);
  samples.forEach((sample, i) => view.setInt16(44 + 2 * i, Math.max(-1, Math.min(1, sample)) * 32767, true));
  return view.buffer;
}
