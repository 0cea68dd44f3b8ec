/** The caller of an emulator asked for something that no user of the platform could do. */
export class EmulatorMisuse extends Error {
  override readonly name = 'EmulatorMisuse';
}
