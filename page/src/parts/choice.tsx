/** Controls that hold one choice of few. */
interface Option {
  value: string;
  text: string;
  title?: string;
}

interface ChoiceProps {
  label: string;
  options: readonly Option[];
  value: string;
  set: (value: string) => void;
}

/** Buttons beside each other, one of which is pressed. */
export const Choice = ({ label, options, value, set }: ChoiceProps) => (
  <fieldset class="choice">
    <legend class="label">{label}</legend>
    <div>
      {options.map((option) => (
        <button
          type="button"
          key={option.value}
          aria-pressed={option.value === value}
          title={option.title}
          onClick={() => set(option.value)}
        >
          {option.text}
        </button>
      ))}
    </div>
  </fieldset>
);

export const Select = ({ label, options, value, set }: ChoiceProps) => (
  <label class="field">
    <span class="label">{label}</span>
    <select value={value} onChange={(event) => set(event.currentTarget.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  </label>
);
