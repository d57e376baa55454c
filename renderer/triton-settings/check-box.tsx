interface CheckBoxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onPick: (checked: boolean) => void;
}

export function CheckBox({ label, checked, onPick }: CheckBoxProps) {
  return (
    <label className="flex items-center gap-2">
      <input type="checkbox" checked={checked} onChange={(event) => onPick(event.target.checked)} />
      {label}
    </label>
  );
}
