"""Prints channel.txt: the commands of docs/protocols/command-channel.md, computed from that page alone."""
import hashlib, hmac, struct
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
def H(x): return hashlib.sha256(x).digest()
def HM(k,x): return hmac.new(k,x,hashlib.sha256).digest()
def HKDF(ikm,salt,info,n,h=hashlib.sha256):
    L=h().digest_size
    prk=hmac.new(salt or b'\0'*L,ikm,h).digest(); out=b'';t=b'';i=1
    while len(out)<n:
        t=hmac.new(prk,t+info+bytes([i]),h).digest(); out+=t; i+=1
    return out[:n]
def key(n): return ec.derive_private_key(n,ec.SECP256R1())
def pub(k): return k.public_key().public_bytes(serialization.Encoding.X962,serialization.PublicFormat.UncompressedPoint)
def ecdh(k,p): return k.exchange(ec.ECDH(),ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(),p))
def m(*ms): return b''.join(bytes([t])+struct.pack('>H',len(v))+v for t,v in ms)
def n(x): return struct.pack('>Q',x)
class Flow:
    def __init__(s,k,t,flow,hint): s.k,s.t,s.flow,s.hint,s.step=k,t,flow,hint,0
    def seal(s,kind,plain,server,e=b'',a=b''):
        flags=1|(2 if e else 0)|(4 if server else 0)
        header=b'OC\x01'+bytes([kind,flags])+s.flow+bytes([s.step])+s.hint
        d=HKDF(a,s.k,b'OC1 step'+s.t+header+e,76)
        body=e+AESGCM(d[32:64]).encrypt(d[64:76],plain,header+e)
        cmd=header+struct.pack('>I',len(body))+body
        s.k=d[:32]; s.t=H(s.t+cmd); s.step+=1
        return cmd
    def export(s,label): return HKDF(s.k,s.t,b'OC1 export '+label,32)
root=bytes(range(32)); inst=bytes(range(16,32)); hint=inst[:8]
U=m((1,b'tom'),(2,b'bank'))
server,agree,sign,e,f=key(11),key(22),key(33),key(44),key(55)
sec=bytes(range(64,96)); T=1767225600
def proof(s,x): return HM(HKDF(s,None,b'OC1 proof'+inst+U,32),x).hex().encode()
# a request
display=b''.join(struct.pack('>H',len(x))+x for x in [b'To',b'ACME LTD',b'Amount',b'12.50 EUR'])
req=m((1,n(5)),(2,b's-1'),(3,b'r-1'),(4,b'\1'),(5,n(T+60)),(6,display),(7,b''))
fl=Flow(root,b'\0'*32,bytes(range(100,116)),hint)
c0=fl.seal(0x30,req,True,pub(e),ecdh(e,pub(agree)))
st=b'OC1 answer'+bytes([0x30,1,1])+inst+H(req)+n(T)
r,s_=decode_dss_signature(sign.sign(st,ec.ECDSA(hashes.SHA256())))
ans=m((1,b'\1'),(2,b'\1'),(3,H(req)),(4,n(T)),(5,proof(sec,st)),(6,r.to_bytes(32,'big')+s_.to_bytes(32,'big')))
c1=fl.seal(0x30,ans,False,pub(f),ecdh(f,pub(e)))
c2=fl.seal(0x30,b'\1\0',True)
print('request',c0.hex()); print('answer',c1.hex()); print('outcome',c2.hex())
# device flow
fl=Flow(root,b'\0'*32,bytes(range(120,136)),hint)
st=b'OC1 password change'+fl.flow+inst+b'\2'
d0=fl.seal(0x40,m((1,n(9)),(2,b'\2'),(3,proof(sec,st))),False,pub(e),ecdh(e,pub(server)))
d1=fl.seal(0x40,b'\1\0',True)
new=HKDF(sec,fl.export(b'password renewal'),b'OC1 renewed'+inst+U,32)
d2=fl.seal(0x40,m((1,proof(new,b'OC1 password changed'+fl.flow+inst))),False)
print('change',d0.hex()); print('changed',d1.hex()); print('last',d2.hex()); print('renewed',new.hex())
# codes
def trunc(mac,d):
    o=mac[-1]&15; return str((struct.unpack('>I',mac[o:o+4])[0]&0x7fffffff)%10**d).zfill(d)
def app(i): return HKDF(sec,None,b'OC1 application'+bytes([i])+inst+U,32)
step=n(T//30)
print('otp',trunc(HM(app(2),step),8))
def ocra(k,suite,q,d): return trunc(HM(k,suite.encode()+b'\0'+q.ljust(128,b'\0')+step),d)
code=ocra(app(3),'OCRA-1:HOTP-SHA256-8:QA16-T30S',b'A7K3P9QX',8)
host=HKDF(app(3),None,b'orch/v1 host-code',32)
print('answered',code,ocra(host,'OCRA-1:HOTP-SHA256-6:QA64-T30S',b'A7K3P9QX'+code.encode(),6))
fields=['GB33','12.50','']
mm=b'OTX1'+bytes([3])+b''.join(bytes([i+1])+struct.pack('>H',len(x))+x.encode() for i,x in enumerate(fields))
code=ocra(app(4),'OCRA-1:HOTP-SHA256-8:QH64-T30S',H(mm),8)
host=HKDF(app(4),None,b'orch/v1 host-code',32)
print('signed',code,ocra(host,'OCRA-1:HOTP-SHA256-6:QA64-T30S',code.encode(),6))
# activation, from the value y of the function on
y=bytes(range(48)); rid=bytes(range(200,216)); nonce=bytes(range(32))
s=hashlib.scrypt(y,salt=b'OC1 stretch'+rid,n=32768,r=8,p=1,dklen=32,maxmem=128<<20)
w=HKDF(s+y,None,b'OC1 password'+rid+U,32)
up=HKDF(HKDF(w,nonce,b'OC1 user key',32),None,b'OC1 scalar\0',32)
uk=key(int.from_bytes(up,'big'))
seal=HM(HKDF(w,nonce,b'OC1 envelope',32),b'OC1 envelope'+nonce+pub(server)+rid+U)
print('userkey',pub(uk).hex()); print('seal',seal.hex())
start=b'OC\1\1\0'+bytes(range(16))+b'\0'+b'\0'*8
body=m((1,b'tom'),(2,b'bank'),(3,b'\2'*49),(4,pub(e)))
start+=struct.pack('>I',len(body))+body
cov=m((1,rid),(2,b'\3'*49),(3,b'\4'*145),(4,nonce),(5,pub(server)),(6,seal),(7,pub(f)))
TT=H(b'OC1 activation'+H(start)+cov)
ks=HKDF(ecdh(e,pub(f))+ecdh(e,pub(server))+ecdh(uk,pub(f)),TT,b'OC1 activation keys',96)
sc=HM(ks[:32],TT); dc=HM(ks[32:64],TT+sc)
fl=Flow(ks[64:],H(TT+sc),bytes(range(16)),b'\0'*8); fl.step=2
a2=fl.seal(2,m((1,dc),(2,b'{}')),False)
print('start',start.hex()); print('covered',cov.hex()); print('servercode',sc.hex()); print('evidence',a2.hex())
# PIN
sb=hashlib.scrypt(b'193758',salt=b'OC1 pin'+bytes(range(16)),n=32768,r=8,p=1,dklen=32,maxmem=128<<20)
print('block',bytes(a^b for a,b in zip(sec,sb)).hex())
