// Hands on what the microphone hears, in blocks of 2,048 samples.

class Recorder extends AudioWorkletProcessor {
  constructor() {
    super();
    this.block = [];
  }

  process([input]) {
    if (input[0]) this.block.push(...input[0]);
    if (this.block.length >= 2048) {
      this.port.postMessage(Float32Array.from(this.block));
      this.block = [];
    }
    return true;
  }
}

registerProcessor("recorder", Recorder);
