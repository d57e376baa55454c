import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { encrypted, WAYS, wayNames } from "../host/addresses.ts";
import {
  listEncryption,
  describeEncryption,
  exposure,
  isMixed,
} from "../host/connection-form/encryption.ts";
import { useForm } from "../host/connection-form/form-context.ts";

/** What isn't encrypted although other parts are or a secret is sent with it; and how to encrypt it. */
export function EncryptionNotice() {
  const { form, change } = useForm();
  const exposed = exposure(form, form);
  if (!isMixed(form) && exposed.length === 0) return null;
  const plain = listEncryption(form).filter(({ on }) => !on);
  const others = new Intl.ListFormat("en").format(plain.map(({ way }) => wayNames[way]));
  return (
    <Notice
      tone="warn"
      title={describeEncryption(form)}
      actions={
        <Button
          onClick={() =>
            change(Object.fromEntries(WAYS.map((way) => [way, encrypted(way, form[way], true)])))
          }
        >
          Encrypt {others}
        </Button>
      }
    >
      {exposed.length > 0
        ? exposed.join(" ")
        : "Anyone on the network path can read requests and responses."}
    </Notice>
  );
}
